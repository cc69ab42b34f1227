#!/bin/bash
# A word about a page moves its salience, in its front matter and in no other byte.
. "${0%/*}/lib.sh"
ok init
page=$wiki/default/default/sessions/kickoff.md
mkdir -p "${page%/*}"
printf -- '---\n# a comment\ntitle: "Kickoff"\ncreated: 2026-11-01T00:00:00Z\n---\nWe met.\n' >"$page"
salience() { sed -n 's/^salience: //p' "$page"; }

step "helpful and unhelpful move it by a quarter, the rest stays"
ok feedback sessions/kickoff helpful --reason "answered it"
says "salience 1 → 1.25"
is "salience" 1.25 "$(salience)"
is "the rest" "$(printf -- '---\n# a comment\ntitle: "Kickoff"\ncreated: 2026-11-01T00:00:00Z\n---\nWe met.')" "$(grep -v '^salience' "$page")"
in_wiki log -1 --format=%B >message
grep -q '^- .*kickoff.md: answered it$' message || complain "the reason is not in the commit: $(cat message)"
ok feedback sessions/kickoff unhelpful
is "salience" 1 "$(salience)"

step "it ends at 2 and at 0.25"
for _ in 1 2 3 4; do ok feedback sessions/kickoff helpful; done
is "salience" 2 "$(salience)"
before=$(in_wiki rev-parse HEAD)
ok feedback sessions/kickoff helpful
says "stays 2, the highest"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"
ok feedback sessions/kickoff stale
is "salience" 0.25 "$(salience)"
ok feedback sessions/kickoff helpful
ok feedback sessions/kickoff wrong
is "salience" 0.25 "$(salience)"
ok feedback sessions/kickoff unhelpful
says "stays 0.25, the lowest"
clean

step "a dry run shows the line and changes nothing"
before=$(in_wiki rev-parse HEAD)
ok feedback sessions/kickoff helpful --dry-run
says "would go 0.25 → 0.5"
says "+salience: 0.5"
is "salience" 0.25 "$(salience)"
is "HEAD" "$before" "$(in_wiki rev-parse HEAD)"

step "a page with broken front matter is refused by file and line"
printf -- '---\ntitle: [a\nb: c\n---\nx\n' >"${page%/*}/broken.md"
fails 1 feedback sessions/broken helpful
tells "sessions/broken.md:"
fails 4 feedback sessions/nowhere helpful
fails 2 feedback sessions/kickoff brilliant

step "explain shows what it did to the score"
ok explain sessions/kickoff
says "salience    0.25"
says "Cold:"
ok explain sessions/kickoff --json
says '"salience":0.25'
says '"next_sweep":{"action":"keep"'

step "explain says the verdict first, and when a page gets cold only where that matters"
ok explain sessions/kickoff
is "second line" "The next sweep would keep it" "$(sed -n '2s/:.*//p' out)"
ok write-page notes/semantic --body x
ok read-page notes/semantic
ok explain notes/semantic
says "The next sweep would keep it: tier semantic never decays"
says "time read, by 1 reader"
says_not "Cold"
says_not "cold"
ok write-page notes/expired --body x --expires 2026-01-01
ok explain notes/expired
is "dates" 1 "$(grep -c 2026-01-02 out)"
says_not "Cold"
