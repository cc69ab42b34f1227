// Any text: secrets lie apart and in order; what is left after redacting holds none, steers nothing and stays as it is.
#include "tests/fuzz/fuzz.hh"
#include "wiki/page_path.hh"
#include "wiki/secrets.hh"

using namespace ai_memory;

namespace {

bool steers(std::string_view text) {
  for (const char byte : text)
    if ((static_cast<unsigned char>(byte) < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f)
      return true;
  for (const std::string_view mark : {"\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae",
                                      "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9"})
    if (text.find(mark) != text.npos) return true;
  // The controls U+0080 to U+009F.
  for (std::size_t at = text.find('\xc2'); at != text.npos && at + 1 < text.size(); at = text.find('\xc2', at + 1))
    if (const auto next = static_cast<unsigned char>(text[at + 1]); next >= 0x80 && next < 0xa0) return true;
  return false;
}

}  // namespace

void check(std::string_view text) {
  std::size_t last = 0;
  for (const Secret& secret : find_secrets(text)) {
    require(secret.begin >= last && secret.end > secret.begin && secret.end <= text.size() && !secret.kind.empty());
    last = secret.end;
  }
  const std::string safe = redact(text);
  require(find_secrets(safe).empty());
  require(redact(safe) == safe);
  require(!steers(safe));
  require(safe.size() <= text.size() * 5 + 40);
  require(!is_utf8(text) || is_utf8(safe));
  require(last > 0 || steers(text) || !is_utf8(text) || safe == text);
}
