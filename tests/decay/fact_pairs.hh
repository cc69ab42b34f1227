// Pairs of notes in other words and another order: those that state the same facts, and those of which one fact
// contradicts.
#pragma once

namespace ai_memory::test {

struct FactNotes {
  const char *left, *right;
};

inline constexpr FactNotes kSameFacts[] = {
    // Lines and list items in another order, of which one page has more.
    {"# Garden\n- Beans go in row 2\n- Water at 07:00\n- Eva keeps the key\n",
     "# Garden\n- Eva keeps the key\n- Beans go in row 2\n- Water at 07:00\n- The hose leaks\n"},
    {"# Lab\nWe do not freeze sample 4.\nThe centrifuge is loud.\nNina orders filters.\n",
     "# Lab\nNina orders filters. The centrifuge is loud, and we do not freeze sample 4.\n"},
    {"# Deploy\n- [x] tag the release\n- [ ] tell Omar\n- [ ] close the ticket\n",
     "# Deploy\n- [ ] close the ticket\n- [x] tag the release\n- [ ] tell Omar\n"},
    {"## North\n- 40 seats\n- no stage\n## South\n- 65 seats\n- a stage\n",
     "## South\n- a stage\n- 65 seats\n## North\n- no stage\n- 40 seats\n"},
    // Words in another order, endings, a passive.
    {"Never open the valve while the pump runs.", "While the pump runs, never open the valve."},
    {"Lena sponsors the choir.\nThe hall has no heating.\n",
     "The choir is sponsored by Lena. There is no heating in the hall."},
    {"Without a badge nobody gets in; Piet has spare ones.", "Piet has spare badges. Without one nobody gets in."},
    {"Sue drives a van and Kim drives no car.", "Kim drives no car, Sue drives a van."},
    // Numbers and dates otherwise.
    {"The trip takes three days and starts on 4 May 2026 at 10:00.",
     "It starts on 2026-05-04, at 10:00; the trip takes 3 days."},
    {"The lease ends on 30 Nov.", "On 2026-11-30 the lease ends."},
    {"We keep 1,200 GB on host-7.", "On host-7 we keep 1200 GB."},
    // Code elsewhere on the page.
    {"Restart it by hand:\n\n```\nsystemctl stop shop\nsystemctl start shop\n```\n\nThen look at /var/log/shop.\n",
     "Then look at /var/log/shop.\nRestart it by hand:\n\n```\nsystemctl stop shop\nsystemctl start shop\n```\n"},
    // Japanese.
    {"# 花壇\n水やりは朝7時。\n肥料は使わない。\n鍵は林さんが持つ。\n",
     "# 花壇\n鍵は林さんが持つ。肥料は使わない。\n水やりは朝7時。\n"},
    {"会場は寒い。暖房はない。\n椅子は四脚借りる。\n", "会場は寒く、暖房はないとのこと。椅子は4脚借りる。\n"},
    {"講習は10時30分に始まる。", "講習は10:30に始まります。"},
    {"岡さんが会計をまとめる。\n次は3月2日に集まる。\n", "会計は岡さんがまとめる。\n次は三月二日に集まります。\n"},
    {"写真は撮ってもよいが、動画は撮らない。", "動画は撮らず、写真は撮ってもよい。"},
    {"東館は西館より古い。", "西館より東館は古い。"},
    {"経理部が総務部に書類の確認を頼んだ。", "書類の確認は経理部が総務部に頼んだ。"},
};

inline constexpr FactNotes kOtherFacts[] = {
    {"# Garden\n- Beans go in row 2\n- Water at 07:00\n- Eva keeps the key\n",
     "# Garden\n- Eva keeps the key\n- Water at 07:30\n- Beans go in row 2\n"},
    {"# Lab\nWe do not freeze sample 4.\nNina orders filters.\n", "# Lab\nNina orders filters. We freeze sample 4.\n"},
    {"# Deploy\n- [x] tag the release\n- [ ] tell Omar\n", "# Deploy\n- [x] tell Omar\n- [x] tag the release\n"},
    {"## North\n- 40 seats\n## South\n- 65 seats\n", "## South\n- 40 seats\n## North\n- 65 seats\n"},
    {"## North\n- 40 seats\n- a stage\n## South\n- 65 seats\n",
     "## South\n- a stage\n- 65 seats\n## North\n- 40 seats\n"},
    {"Never open the valve while the pump runs.", "While the pump runs, open the valve."},
    {"The importer runs v2.4.1 on host-7.", "On host-7 the importer is at v2.4.2."},
    {"Sue drives a van and Kim drives no car.", "Sue drives no car and Kim drives a van."},
    {"The trip takes three days.", "The trip takes 4 days."},
    {"The lease ends on 30 Nov.", "On 2026-11-29 the lease ends."},
    {"Scans lie in /srv/scans/new on the server.", "On the server scans lie in /srv/scans/old."},
    {"Piet is taller than Ole.", "Ole is taller than Piet."},
    {"1. stop the pump\n2. open the valve\n3. drain it\n", "1. open the valve\n2. stop the pump\n3. drain it\n"},
    {"```\nsystemctl stop shop\nsystemctl start shop\n```\n", "```\nsystemctl start shop\nsystemctl stop shop\n```\n"},
    {"Run `make check` before a merge.", "Before a merge run `make clean`."},
    {"The pump is on at night.", "At night the pump is off."},
    {"| host | state |\n|--|--|\n| alpha | new |\n| beta | broken |\n",
     "| host | state |\n|--|--|\n| beta | new |\n| alpha | broken |\n"},
    {"# 花壇\n水やりは朝7時。\n肥料は使わない。\n", "# 花壇\n肥料は使う。\n水やりは朝7時。\n"},
    {"会場は寒い。\n椅子は四脚借りる。\n", "椅子は5脚借りる。会場は寒い。\n"},
    {"講習は10時30分に始まる。", "講習は10:40に始まります。"},
    {"岡さんが会計をまとめる。", "会計は林さんがまとめる。"},
    {"東館は西館より古い。", "西館は東館より古い。"},
    {"経理部が総務部に書類の確認を頼んだ。", "総務部が経理部に書類の確認を頼んだ。"},
    {"受付は9時から始まり、鍵は不要。", "受付は9時から始まり、鍵は必要。"},
    {"荷物は20kg以上に限る。", "荷物は20kg以下に限る。"},
    {"集合は第二会議室。", "第三会議室に集合。"},
    {"司会は西田課長が務める。", "司会は北田課長が務める。"},
};

}  // namespace ai_memory::test
