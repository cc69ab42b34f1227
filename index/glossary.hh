// Japanese said in English words, one after the other, so that an encoder that knows English only can tell what it is
// about. No translation: particles and endings go, of several meanings the first ones stay, word order is kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Glossed {
  std::string text;  // what is not Japanese stands as it was, in its place
  // Of the characters of scripts without spaces, hiragana left out, the share that stands in the text as English words,
  // 0..1; 1 without any.
  double known = 1;
};

// A file that convert_edict() made, mapped into memory. Moved only.
class Glossary {
 public:
  // Throws `failed` naming the file if it is none of ours, cut short, or of another version.
  static Glossary open(const std::filesystem::path& file);
  Glossary(Glossary&& other) noexcept;
  Glossary& operator=(Glossary&&) = delete;
  ~Glossary();

  // The division into words that costs least: fewer words and common ones cost less, characters outside of any word
  // most. Any bytes are accepted.
  Glossed english(std::string_view text) const;

  std::size_t words() const;
  // Reads all of the file against its checksum; empty, or what is wrong.
  std::string damage() const;

 private:
  friend class Glosser;
  struct Word {
    std::string_view text, english;
    double cost = 0;
  };
  Glossary() = default;
  void check(const std::string& name) const;
  Word word(std::size_t index) const;  // a damaged entry is an empty word

  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ai_memory
