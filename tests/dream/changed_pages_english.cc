#include "tests/dream/changed_pages.hh"

namespace ai_memory::test {

const std::vector<ChangedPage>& changed_pages_english() {
  static const std::vector<ChangedPage> pages{
      {R"(# Print server

The spooler must not restart during payroll.
Trainees are not allowed to open the fuse box.
Only Greta may approve colour prints.
Always drain the tray before the move.
Nobody except the janitor should touch the boiler.
Toner is never stored above the radiator.
The old drivers were removed on 4 May.
The audit began on 9 June.
The badge of the courier was blocked.
The request is PRN-318.
The floor plan is in the binder.
Henrik handed the master key to Ida.
Backups are copied from host lpt-03 at night.
The logs of the spooler go to the archive room.
Jobs over 200 pages wait until 18:00.
The paper database is kept by the office.
Reports go to the accountants by post.
Visitors and suppliers sign at the desk.
)",
       {{"ban", "must not restart", "does not have to restart"},
        {"ban", "are not allowed to open", "are not obliged to open"},
        {"ban", "must not restart", "need not restart"},
        {"force", "Only Greta may", "Greta may"},
        {"force", "Always drain", "Drain"},
        {"force", "Nobody except the janitor should", "The janitor should not"},
        {"force", "is never stored", "is stored"},
        {"ban", "are not allowed to open", "do not need to open"},
        {"direction", "to Ida", "from Ida"},
        {"direction", "from host lpt-03", "to host lpt-03"},
        {"direction", "go to the archive room", "come from the archive room"},
        {"direction", "above the radiator", "below the radiator"},
        {"direction", "before the move", "after the move"},
        {"direction", "copied from host", "copied into host"},
        {"state", "began on 9 June", "was planned for 9 June"},
        {"state", "was blocked", "was to be blocked"},
        {"state", "The request is PRN-318.", "The request PRN-318 is still pending."},
        {"state", "is in the binder", "in the binder is outdated"},
        {"state", "were removed on", "are to be removed on"},
        {"state", "The request is PRN-318.", "The request PRN-318 was rejected."},
        {"member", "The paper database", "The paper and toner database"},
        {"member", "accountants by post", "accountants or lawyers by post"},
        {"member", "by post", "by post and fax"},
        {"member", "Visitors and suppliers", "Visitors, plumbers and suppliers"},
        {"member", "the fuse box", "the fuse box or the cellar"},
        {"member", "by the office", "by the office and the library"}},
       {{"ban", "must not restart", "is not allowed to restart"},
        {"ban", "The spooler must not restart", "The spooler may not restart"},
        {"ban", "The spooler must not restart during payroll", "During payroll, the spooler must not be restarted"},
        {"ban", "are not allowed to open", "must not open"},
        {"ban", "Trainees are not allowed to open the fuse box", "Trainees may not open the fuse box"},
        {"force", "Only Greta may approve", "Nobody but Greta may approve"},
        {"force", "Toner is never stored above", "Never store toner above"},
        {"direction", "Henrik handed the master key to Ida", "Ida got the master key from Henrik"},
        {"direction", "Henrik handed the master key to Ida", "The master key was handed to Ida by Henrik"},
        {"direction", "Backups are copied from host lpt-03 at night", "At night, backups are copied from host lpt-03"},
        {"state", "The audit began on 9 June", "On 9 June the audit started"},
        {"state", "The old drivers were removed on 4 May.\nThe audit began on 9 June.",
         "The old drivers were removed on 4 May, and the audit began on 9 June."},
        {"state", "The floor plan is in the binder", "The binder has the floor plan"},
        {"state", "The request is PRN-318", "Request: PRN-318"},
        {"member", "Reports go to the accountants by post", "Reports are sent to the accountants by post"},
        {"member", "Visitors and suppliers sign", "Suppliers and visitors sign"},
        {"member", "The paper database is kept by the office", "The office keeps the paper database"},
        {"member", "The request is PRN-318.\nThe floor plan is in the binder.",
         "The request is PRN-318, and the floor plan is in the binder."}}},

      {R"(# Rowing club

Juniors may not row alone in winter.
You must never tie a boat at the ferry pier.
Members cannot lend their keys.
Launches are banned after sunset.
The eight has to be washed every time.
Every cox always carries a whistle.
The treasurer Olaf collects the fees until 15 March.
Olga sent the entry form to Regatta Vienna because Kurt was ill.
The trailer comes from Linz on Friday.
The oars were moved into shed 4.
The temperature of the sauna never went above 85 degrees.
We switched from Slack to Matrix in April.
The insurance was renewed in May.
The roof repair is done.
The course starts on 3 July.
Lifejackets for children are in locker 12.
The medals hang in the bar.
Rowers train with the coach on Tuesday.
)",
       {{"ban", "may not row", "need not row"},
        {"ban", "must never tie a boat", "never have to tie a boat"},
        {"ban", "cannot lend", "do not have to lend"},
        {"ban", "Launches are banned after sunset", "Launches are not required after sunset"},
        {"force", "has to be washed every time", "has to be washed"},
        {"force", "always carries", "carries"},
        {"direction", "to Regatta Vienna", "from Regatta Vienna"},
        {"direction", "comes from Linz", "goes to Linz"},
        {"direction", "into shed 4", "out of shed 4"},
        {"direction", "from Slack to Matrix", "from Matrix to Slack"},
        {"direction", "went above 85", "went below 85"},
        {"direction", "until 15 March", "from 15 March"},
        {"state", "was renewed in May", "was to be renewed in May"},
        {"state", "The roof repair is done", "The roof repair is still open"},
        {"state", "The medals hang in the bar", "The medals already hang in the bar"},
        {"state", "starts on 3 July", "was cancelled on 3 July"},
        {"state", "are in locker 12", "in locker 12 are missing"},
        {"state", "The oars were moved", "The oars were supposed to be moved"},
        {"member", "for children", "for children and guests"},
        {"member", "with the coach", "with the coach or the captain"},
        {"member", "in the bar", "in the bar and the hall"},
        {"member", "collects the fees", "collects the fees and fines"},
        {"member", "The oars were", "The oars and ropes were"},
        {"member", "their keys", "their keys or badges"}},
       {{"ban", "Juniors may not row alone", "Juniors must not row alone"},
        {"ban", "Juniors may not row alone in winter", "In winter juniors are not allowed to row alone"},
        {"ban", "You must never tie a boat", "Never tie a boat"},
        {"ban", "Members cannot lend", "Members must not lend"},
        {"ban", "Launches are banned after sunset", "Launches are forbidden after sunset"},
        {"force", "has to be washed every time", "must be washed every time"},
        {"force", "until 15 March", "up to 15 March"},
        {"direction", "Olga sent the entry form to Regatta Vienna because Kurt was ill",
         "Because Kurt was ill, Olga sent the entry form to Regatta Vienna"},
        {"direction", "because Kurt was ill", ": Kurt was ill"},
        {"direction", "never went above", "never exceeded"},
        {"direction", "We switched from Slack to Matrix in April", "In April we moved from Slack to Matrix"},
        {"direction", "The oars were moved into shed 4", "We moved the oars to shed 4"},
        {"direction", "The trailer comes from Linz on Friday", "On Friday the trailer arrives from Linz"},
        {"state", "The insurance was renewed in May", "We renewed the insurance in May"},
        {"state", "The roof repair is done", "The roof repair is finished"},
        {"state", "The course starts on 3 July", "The course begins on 3 July"},
        {"member", "Lifejackets for children are in locker 12.\nThe medals hang in the bar.",
         "Lifejackets for children are in locker 12 and the medals hang in the bar."},
        {"member", "Rowers train with the coach on Tuesday", "On Tuesday rowers train with the coach"}}},
  };
  return pages;
}

}  // namespace ai_memory::test
