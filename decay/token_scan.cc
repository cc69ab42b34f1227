#include "decay/token_scan.hh"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace ai_memory {

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

CodePoint code_point_at(std::string_view text) {
  if (static_cast<unsigned char>(text[0]) < 0x80) return {static_cast<char32_t>(text[0]), 1};
  utf8proc_int32_t code = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4)), &code);
  if (size <= 0) return {0xfffd, 1};
  return {static_cast<char32_t>(code), static_cast<std::size_t>(size)};
}

bool is_han(char32_t code) {
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf) || code == 0x3005 ||
         (code >= 0xf900 && code <= 0xfaff) || (code >= 0x20000 && code <= 0x3ffff);
}

bool is_katakana(char32_t code) {
  return (code >= 0x30a1 && code <= 0x30fa) || code == 0x30fc || (code >= 0xff66 && code <= 0xff9f);
}

bool is_upper(char32_t code) { return utf8proc_category(static_cast<utf8proc_int32_t>(code)) == UTF8PROC_CATEGORY_LU; }

std::size_t digit_size(std::string_view text) {
  if (text.empty()) return 0;
  if (is_ascii_digit(text[0])) return 1;
  if (text.size() < 3 || !text.starts_with("\xef\xbc")) return 0;
  const auto last = static_cast<unsigned char>(text[2]);
  return last >= 0x90 && last <= 0x99 ? 3 : 0;
}

std::size_t digits_size(std::string_view text, std::size_t most, std::size_t* count) {
  std::size_t size = 0, found = 0;
  while (found < most) {
    const auto one = digit_size(text.substr(size));
    if (one == 0) break;
    size += one;
    ++found;
  }
  if (count) *count = found;
  return size;
}

std::size_t kanji_number_size(std::string_view text) {
  constexpr std::u32string_view kNumerals = U"〇一二三四五六七八九十百千万億";
  constexpr std::size_t kMost = 20;
  std::size_t size = 0;
  for (std::size_t i = 0; i < kMost && size < text.size(); ++i) {
    const auto next = code_point_at(text.substr(size));
    if (kNumerals.find(next.code) == kNumerals.npos) break;
    size += next.size;
  }
  return size;
}

std::size_t counter_size(std::string_view text) {
  // Longer ones before those that they start with.
  constexpr std::array kCounters = std::to_array<std::string_view>(
      {"メートル", "キロ", "グラム", "トン", "ページ", "ドル", "ユーロ", "ポンド", "ウォン", "パーセント", "年間",
       "日間",     "週間", "時間",   "分間", "秒間",   "ヶ月", "か月",   "カ月",   "ケ月",   "箇月",       "ヶ所",
       "か所",     "カ国", "ヶ国",   "歳",   "才",     "円",   "元",     "人",     "名",     "個",         "件",
       "回",       "本",   "枚",     "台",   "冊",     "匹",   "頭",     "階",     "度",     "倍",         "割",
       "行",       "頁",   "章",     "号",   "番",     "点",   "社",     "杯",     "通",     "位",         "分",
       "秒",       "時",   "年",     "月",   "日",     "週",   "원",     "개",     "명"});
  for (const auto counter : kCounters)
    if (text.starts_with(counter)) return counter.size();
  return 0;
}

}  // namespace ai_memory
