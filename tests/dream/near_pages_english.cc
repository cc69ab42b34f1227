#include "tests/dream/near_pages.hh"

namespace ai_memory::test {

const std::vector<NearPages>& near_pages_english() {
  static const std::vector<NearPages> pages{
      {"Beehives in the orchard",
       {R"(Hive two swarmed on 12 May, the old queen is gone.
Tomke says the honey supers can come off in July.
Edda feeds the weak colony with sugar syrup.
Wear the veil when opening hive four, they are cross.
)",
        R"(- the old queen is gone: hive two swarmed on 12 May
- honey supers can come off in July (Tomke)
- the weak colony gets sugar syrup from Edda
- hive four is cross, wear the veil when opening it
)"},
       R"(Hive two swarmed on 12 May and the old queen is gone. According to Tomke the honey supers can come off in July. Edda
feeds the weak colony with sugar syrup. Hive four is cross, so the veil should be worn when opening it.
)",
       {{"attribution", "According to Tomke the honey", "According to Edda the honey"},
        {"exchange of people", "Edda\nfeeds", "Tomke\nfeeds"},
        {"new statement of new words", "Hive four is cross", "The wax is sold at the market. Hive four is cross"},
        {"new clause of new words", "sugar syrup.", "sugar syrup, and a neighbour lends the smoker."},
        {"new statement of known words", "Hive four is cross", "The old queen opened hive four. Hive four is cross"},
        {"statement gone", "Edda\nfeeds the weak colony with sugar syrup. ", ""},
        {"clause gone", " and the old queen is gone", ""}}},

      {"Checkout page of the shop",
       {R"(The checkout got slow because the tax service answers late.
We cache its answers for ten minutes now.
Before the change the page took 4 s, now 900 ms.
Ruben may look into a second provider.
Can guests pay by invoice? Open.
)",
        R"(The tax service answers late, therefore the checkout got slow.
Now its answers are cached for ten minutes.
The page took 4 s before the change and takes 900 ms now.
Perhaps Ruben looks into a second provider. Still open: can guests pay by invoice?
)"},
       R"(The checkout became slow because the tax service responds late. Its answers are now cached for ten minutes. Before
the change the page took 4 s; now it takes 900 ms. Ruben may look into a second provider. Still open: can guests pay by
invoice?
)",
       {{"cause and effect", "The checkout became slow because the tax service responds late",
         "The tax service responds late because the checkout became slow"},
        {"may lost", "Ruben may look", "Ruben looks"},
        {"question as statement", "Still open: can guests pay by\ninvoice?", "Guests can pay by\ninvoice."},
        {"question gone", " Still open: can guests pay by\ninvoice?", ""},
        {"old and new", "Before\nthe change the page took 4 s; now it takes 900 ms",
         "Before\nthe change the page took 900 ms; now it takes 4 s"},
        {"new clause", "responds late.", "responds late, which annoyed many customers."},
        {"new statement of known words", "Ruben may look", "The second provider answers late. Ruben may look"}}},

      {"Darkroom, how to",
       {R"(1. Mix the developer and bring it to 20 °C
2. Load the film in the dark
3. Develop, turning the tank every minute
4. Rinse, then fix
5. Wash and hang up to dry
Gloves are needed for everything except the washing.
)",
        R"(1. Mix the developer, bring it to 20 °C
2. Load the film in the dark
3. Develop; turn the tank every minute
4. Rinse and then fix
5. Wash, hang up to dry
You need gloves for all but the washing.
)"},
       R"(1. Mix the developer and bring it to 20 °C
2. Load the film in the dark
3. Develop, turning the tank every minute
4. Rinse, then fix
5. Wash and hang up to dry

Gloves are needed for everything except the washing.
)",
       {{"steps 3 and 4", "3. Develop, turning the tank every minute\n4. Rinse, then fix",
         "3. Rinse, then fix\n4. Develop, turning the tank every minute"},
        {"steps 4 and 5", "4. Rinse, then fix\n5. Wash and hang up to dry",
         "4. Wash and hang up to dry\n5. Rinse, then fix"},
        {"order within a step", "Rinse, then fix", "Fix, then rinse"},
        {"exception turned", "everything except the washing", "everything, the washing among them"},
        {"exception turned", "everything except the washing", "everything including the washing"},
        {"exception gone", " except the washing", ""},
        {"new step", "5. Wash and hang up to dry", "5. Wash and hang up to dry\n6. Cut and file the negatives"}}},

      {"Laptops for the team",
       {R"(The Framework has a better keyboard and a socket for RAM.
The ThinkPad has a matte screen and weighs less.
Both run Linux well. The ThinkPad is cheaper than the Framework.
Order by Friday if the budget is approved.
)",
        R"(ThinkPad: matte screen, less weight. Framework: better keyboard, socket for RAM.
Linux runs well on both. The ThinkPad is cheaper than the Framework.
If the budget is approved, order by Friday.
)"},
       R"(The Framework offers a better keyboard and a RAM socket. The ThinkPad has a matte screen and weighs less; it is also
cheaper than the Framework. Linux runs well on both. If the budget is approved, the order has to go out by Friday.
)",
       {{"comparison turned",
         "The ThinkPad has a matte screen and weighs less; it is also\ncheaper than the Framework.",
         "The ThinkPad has a matte screen and weighs less. The Framework is cheaper than the ThinkPad."},
        {"fact of another product", "offers a better keyboard and a RAM socket. The ThinkPad has a matte screen and",
         "offers a better keyboard and a matte screen. The ThinkPad has a RAM socket and"},
        {"products exchanged", "The ThinkPad has a matte screen and weighs less; it",
         "The Framework has a matte screen and weighs less; the ThinkPad"},
        {"condition gone", "If the budget is approved, the order", "The order"},
        {"new clause", "on both.", "on both, though the fan of one rattles."}}},

      {"Swimming club",
       {R"(## Training
Tuesdays in the small pool. Bring fins.
## Board
The treasurer resigns in autumn. Minutes go to Swantje.
## Party
The barbecue is at the lake this week. Everybody brings a salad.
)",
        R"(## Training
In the small pool on Tuesdays, bring fins.
## Board
Minutes are sent to Swantje. In autumn the treasurer resigns.
## Party
This week the barbecue is at the lake; everybody brings a salad.
)"},
       R"(## Training

On Tuesdays in the small pool; fins should be brought.

## Board

The treasurer resigns in autumn. The minutes go to Swantje.

## Party

The barbecue is at the lake this week. Everybody brings a salad.
)",
       {{"another heading", "## Board\n\nThe treasurer resigns in autumn. The minutes go to Swantje.\n\n## Party\n\n",
         "## Board\n\nThe treasurer resigns in autumn.\n\n## Party\n\nThe minutes go to Swantje. "},
        {"another heading", "; fins should be brought.\n\n## Board\n\n", ".\n\n## Board\n\nFins should be brought. "},
        {"once as habit", "at the lake this week", "at the lake every week"},
        {"invented detail", "a salad.", "a salad and something to grill."},
        {"new statement", "The minutes go", "A successor has been found. The minutes go"}}},

      {"Cancelling the course",
       {R"(Members get their money back if they cancel at least ten days before the start.
Later they pay half.
Jorunn confirms cancellations, Pelle refunds the money.
The room used to be in Elm Street; it is now in Mill Lane.
)",
        R"(If they cancel at least ten days before the start, members get their money back. Later they pay half.
Cancellations are confirmed by Jorunn; Pelle refunds the money.
Now the room is in Mill Lane, it used to be in Elm Street.
)"},
       R"(Members who cancel at least ten days before the start get their money back; later they pay half. Jorunn confirms the
cancellations and Pelle refunds the money. The room, which used to be in Elm Street, is now in Mill Lane.
)",
       {{"condition gone", " who cancel at least ten days before the start", ""},
        {"people exchanged", "Jorunn confirms the\ncancellations and Pelle refunds",
         "Pelle confirms the\ncancellations and Jorunn refunds"},
        {"old and new", "used to be in Elm Street, is now in Mill Lane",
         "used to be in Mill Lane, is now in Elm Street"},
        {"clause gone", "; later they pay half", ""},
        {"new clause", "refunds the money.", "refunds the money in cash at the desk."}}},

      {"Radio show, planning",
       {R"(Ilse brings the records, Okko cuts the interview.
Okko asks the station for a later slot.
Ilse writes the intro. The jingle stays.
The mixer hums, probably due to the power supply.
Call the station under 55-2014.
)",
        R"(The jingle stays. Ilse writes the intro and brings the records.
Okko cuts the interview. He asks the station for a later slot.
The mixer hums; this probably comes from the power supply. Call the station: 55-2014.
)"},
       R"(- Ilse brings the records and writes the intro.
- Okko cuts the interview and asks the station for a later slot.
- The jingle is kept.
- The mixer hums, which is probably due to the power supply.

The station can be called under the number 55-2014.
)",
       {{"task of another", "and writes the intro.\n- Okko cuts the interview and asks",
         ".\n- Okko cuts the interview, writes the intro and asks"},
        {"guess as fact", "which is probably due", "which is due"},
        {"cause turned", "The mixer hums, which is probably due to the power supply",
         "The power supply hums, which is probably due to the mixer"},
        {"statement gone", "- The jingle is kept.\n", ""},
        {"new statement", "- The jingle is kept.", "- The jingle is kept.\n- The listeners vote on the last song."}}},

      {"Deploying the intranet",
       {R"(Lauri recommends reading the docs before the upgrade.
The upgrade needs two hours. Nobody can log in meanwhile.
Flag -k stands for "keep the cache".
Most plugins work, the calendar does not.
)",
        R"(Before the upgrade read the docs, Lauri says.
Two hours are needed for the upgrade; meanwhile nobody can log in.
-k means "keep the cache".
The calendar does not work, most plugins do.
)"},
       R"(Lauri advises us to read the documentation before upgrading. The upgrade takes two hours, during which nobody can log
in. The flag -k means "keep the cache". Most plugins work, but not the calendar.
)",
       {{"exception turned", "Most plugins work, but not the calendar", "Most plugins work, also the calendar"},
        {"before and after", "before upgrading", "after upgrading"},
        {"all for most", "Most plugins", "All plugins"},
        {"new clause", "two hours,", "two hours on fast disks,"},
        {"new statement of known words", "The flag", "Lauri keeps the calendar. The flag"}}},

      {"Allotment, spring",
       {R"(Sow the carrots after the frost. Leeks go next to them.
The shed door is open at weekends only.
The hedge is lower than the fence.
Compost: turn it once this month.
Mats lends the shredder, Bente the barrow.
)",
        R"(After the frost sow carrots, with leeks next to them.
Only at weekends the shed door is open.
Turn the compost once this month. The hedge is lower than the fence.
Bente lends the barrow and Mats the shredder.
)"},
       R"(Carrots have to be sown after the frost, with leeks beside them. The shed door is only open at weekends. The hedge is
lower than the fence. This month the compost must be turned once. Mats lends us the shredder and Bente the barrow.
)",
       {{"comparison turned", "The hedge is\nlower than the fence", "The fence is\nlower than the hedge"},
        {"once as habit", "This month the compost must be turned once", "Every month the compost must be turned once"},
        {"people exchanged", "Mats lends us the shredder and Bente the barrow",
         "Bente lends us the shredder and Mats the barrow"},
        {"detail gone", ", with leeks beside them", ""},
        {"only gone", "is only open", "is open"}}},
  };
  return pages;
}

}  // namespace ai_memory::test
