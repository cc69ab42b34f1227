#!/bin/bash
# Keys in pages: a person's page is left as it is and reported, and no message, log or commit repeats one (A47).
. "${0%/*}/lib.sh"
ok init
token=ghp_abcdefghijklmnopqrstuvwxyz0123456789
notes=$wiki/default/default/notes
mkdir -p "$notes"
printf -- '---\ntier: %s\npinned: %s\ncreated: %s\nsalience: %s\n---\nDeploy with %s.\n' \
  $token $token $token $token $token >"$notes/keys.md"
printf -- '---\ntitle: a: %s: b\ntags: [%s\n---\nx\n' $token $token >"$notes/broken.md"
printf 'risk-based work with sk-learn at 0123456789abcdef0123456789abcdef01234567\n' >"$notes/alike.md"
cp -r "$notes" before

step "messages name the page, the line and the kind, and never the secret"
for command in status doctor "doctor --json" "commit --dry-run" commit "explain notes/keys" "sweep --dry-run" sweep \
  "list --json" "import $notes --dry-run" log "log --runs" "undo --last" reindex; do
  am $command </dev/null
  tells_not $token
done
fails 6 doctor
says "keys.md:2: looks like a secret (github-token)"
says_not $token
says_not alike.md
ok status
says "tier: '[REDACTED:github-token]'"
says_not $token
is "the files" "" "$(diff -r before "$notes")"

step "doctor names every line of a page"
printf 'ghp_%s\nplain\npassword: hunter2x\n' abcdefghijklmnopqrstuvwxyzABCDEF0123 >"$notes/many.md"
fails 6 doctor
says "many.md:1: looks like a secret (github-token), also line 3 (password)"
rm "$notes/many.md"

step "own keys, by the configuration"
mkdir -p "$HOME/.config/ai-memory"
printf '[secrets]\nprefixes = ["acme_live_"]\n' >"$HOME/.config/ai-memory/config.toml"
printf 'key acme_live_0123456789abc\n' >"$notes/own.md"
fails 6 doctor
says "own.md:1: looks like a secret (own)"
am read-page notes/acme_live_0123456789abc
tells "[REDACTED:own]"
tells_not acme_live_0
printf '[secrets]\nprefixes = ["a"]\n' >"$HOME/.config/ai-memory/config.toml"
fails 2 status
tells "secrets.prefixes"
tells "config.toml:2: "
rm "$HOME/.config/ai-memory/config.toml" "$notes/own.md"

step "errors that repeat what was typed leave it out"
for command in "read-page notes/$token" "list --tier $token" "$token" "restore-page notes/$token" \
  "config show $token"; do
  am $command </dev/null
  [ $status -ne 0 ] || complain "exit status 0"
  tells_not $token
done

step "what the sidecar keeps of an error, and what commits say, has none"
in_wiki rev-parse HEAD >"$wiki/.git/MERGE_HEAD"
fails 3 sweep
rm "$wiki/.git/MERGE_HEAD"
ok status
says_not $token
! in_wiki log --format=%B | grep -F $token || complain "a commit message has it"

step "what is typed for the history goes there without the secret, and that is said"
echo more >>"$notes/alike.md"
ok commit -m "rolled $token"
tells "--message: looks like it holds a secret (github-token); left out"
tells_not $token
ok feedback notes/alike wrong --reason "says $token"
tells "--reason: looks like it holds a secret (github-token); left out"
tells_not $token
in_wiki log -2 --format=%B >said
is "redacted" 2 "$(grep -c '\[REDACTED:github-token\]' said)"
! grep -F $token said || complain "a commit message has it"
echo more >>"$notes/alike.md"
ok commit -m "plain words"
tells_not secret
