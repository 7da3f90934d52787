/**
 * Decodes text of unknown encoding, from a file or a form. Bytes that are valid UTF-8 are decoded as UTF-8, because text in other encodings
 * rarely is valid UTF-8. Other bytes are decoded with the encoding that produces the most plausible words. If two encodings are equally
 * plausible, the `bias` in LEGACY_ENCODINGS decides.
 */
export function decodeText(allBytes: Uint8Array): string {
  const bytes = allBytes.subarray(0, MAX_TEXT_BYTES)
  return decodeWithByteOrderMark(bytes) ?? decodeUtf8(bytes) ?? decodeMostPlausibly(bytes)
}

/** Longer text is truncated, because comparing encodings takes time. Names and copyright notices are shorter. */
const MAX_TEXT_BYTES = 4096

function decodeWithByteOrderMark(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes)
  return first === 0xfe && second === 0xff ? decode('utf-16be', bytes) : undefined
}

/** Returns undefined if the bytes are not UTF-8. Text in JIS is also valid UTF-8, but is recognized by its escape sequences. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = decode('utf-8', bytes) ?? decode('utf-8', removeIncompleteCharacter(bytes))
  return (/\u001b[$(]/.test(text ?? '') && decode('iso-2022-jp', bytes)) || text
}

function decodeMostPlausibly(bytes: Uint8Array): string {
  let best = { text: '', cost: Number.POSITIVE_INFINITY }
  for (const { encoding, bias, kind } of LEGACY_ENCODINGS) {
    const text = decode(encoding, bytes)
    if (text === undefined) continue
    const cost =
      bias + implausibility(text) + (kind === 'east asian' ? eastAsianCost(encoding, bytes) : singleByteCost(text))
    if (cost < best.cost) best = { text, cost }
  }
  return best.text
}

/** The byte in windows-1252, 128 to 255, of each character. */
const WINDOWS_1252_BYTES = new Map(
  Array.from({ length: 128 }, (_, index) => [decode('windows-1252', Uint8Array.of(index + 128)), index + 128]),
)

/** Repairs UTF-8 text that was decoded as Latin-1, such as "MÃ¼ller". */
export function repairText(text: string): string {
  if (!/[\u00c2-\u00f4]/.test(text)) return text
  const bytes = [...text].map(character =>
    character < '\u0080' ? character.charCodeAt(0) : WINDOWS_1252_BYTES.get(character),
  )
  if (bytes.includes(undefined)) return text
  return decode('utf-8', Uint8Array.from(bytes as number[])) ?? text
}

type LegacyEncoding = { encoding: string; bias: number; kind: 'single byte' | 'east asian' }
/** `bias` is added to the cost of an encoding, so that the more frequent encoding is used if the texts are equally plausible. */
const LEGACY_ENCODINGS: LegacyEncoding[] = [
  { encoding: 'windows-1252', bias: 0, kind: 'single byte' },
  { encoding: 'windows-1251', bias: 0.2, kind: 'single byte' },
  { encoding: 'windows-1250', bias: 0.4, kind: 'single byte' },
  { encoding: 'shift_jis', bias: 0.5, kind: 'east asian' },
  { encoding: 'gb18030', bias: 0.5, kind: 'east asian' },
  { encoding: 'big5', bias: 1, kind: 'east asian' },
]

/** Returns undefined if the bytes are invalid in the encoding. */
export function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Removes an incomplete character at the end, which fields of fixed length can have. Does nothing if all other characters are ASCII. */
function removeIncompleteCharacter(bytes: Uint8Array): Uint8Array {
  const start = bytes.findLastIndex(byte => byte >= 0xc0)
  const lead = bytes[start] ?? 0
  const isIncomplete = bytes.length - start < (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)
  const hasOnlyContinuationBytes = bytes.subarray(start + 1).every(byte => (byte & 0xc0) === 0x80)
  const completeBytes = bytes.subarray(0, Math.max(start, 0))
  return isIncomplete && hasOnlyContinuationBytes && completeBytes.some(byte => byte >= 0x80) ? completeBytes : bytes
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const MIXED_ALPHABETS =
  /(?<=[a-z])(?=[^\P{L}a-zA-Z\u00aa\u00ba\u00c0-\u024f])|(?<=[^\P{L}a-zA-Z\u00aa\u00ba\u00c0-\u024f])(?=[a-z])/gu

/** Returns a cost for what occurs in no language: control characters, private-use characters and words with mixed alphabets. */
const implausibility = (text: string): number =>
  10 * countMatches(text, /[\u0000-\u0008\u000e-\u001f\u0080-\u009f\ue000-\uf8ff\ufffd]/gu) +
  3 * countMatches(text, MIXED_ALPHABETS)

/** Symbols that normal text does not contain directly after a letter, and directly before a letter. */
const SYMBOL_AFTER_LETTER =
  /(?<=\p{L})[^\p{L}\p{M}\p{Nd}\p{Z}\u0000-\u007f»”“’…®™]|(?<=[^l])·(?=\p{L})|(?<=\p{L})[“„](?=\p{L})/gu
const SYMBOL_BEFORE_LETTER = /[^\p{L}\p{M}\p{Nd}\p{Z}\u0000-\u007f«“‘’„¿¡©…№·](?=\p{L})/gu

const RARE_CHARACTERS = /[•‚„†‡ˆ‰‹›˜¬\u00ad¨´¸¯¦¤¥±µ¶€ƒ\u0402-\u040f\u0452-\u0455\u0458-\u045f]/gu

/** Unlikely words: only accented letters, upper case before lower case, a hard sign at the end, or no vowel. */
const ODD_WORDS =
  /(?<!\p{L})[\u00c0-\u024f]{2,}(?!\p{L})|[А-Я]{2}(?=[а-я])|[ЪЬ](?!\p{L})(?<=[А-Я]{2})|(?<!\p{L})[бвгджзйклмнпрстфхцчшщьъ]{2,}(?!\p{L})|(?<!\d)[¼½¾]/gu

/** Returns a cost for what is unlikely in text of a single-byte encoding, such as three adjacent accented letters or symbols within words. */
function singleByteCost(text: string): number {
  const cyrillic = countMatches(text, /\p{Script=Cyrillic}/gu)
  const hasStrayCyrillic = cyrillic > 0 && cyrillic <= 2 && countMatches(text, /[a-z]/gi) > 0
  return (
    2 * countMatches(text, /\p{Ll}\p{Lu}/gu) +
    2 * countMatches(text, /[\u00c0-\u024f](?=[\u00c0-\u024f]{2})/gu) +
    2 * countMatches(text, SYMBOL_AFTER_LETTER) +
    countMatches(text, RARE_CHARACTERS) +
    countMatches(text, ODD_WORDS) +
    2 * Math.abs(countMatches(text, /«/g) - countMatches(text, /»/g)) +
    2 * countMatches(text, SYMBOL_BEFORE_LETTER) +
    (hasStrayCyrillic ? 1 : 0)
  )
}

/** Returns a cost for rare characters of an East Asian encoding. Each encoding has its common characters in certain rows of its table. */
function eastAsianCost(encoding: string, bytes: Uint8Array): number {
  let cost = 0
  for (let index = 0; index < bytes.length; index++) {
    const lead = bytes[index] ?? 0
    if (lead < 0x80) continue
    const isHalfWidth = encoding === 'shift_jis' && lead >= 0xa0 && lead <= 0xdf
    cost += isHalfWidth ? HALF_WIDTH_COST : pairCost(encoding, lead, bytes[index + 1] ?? 0)
    if (!isHalfWidth) index++
  }
  return cost
}

/** Cost of a half-width katakana character, which only receipts and old displays use. */
const HALF_WIDTH_COST = 1.5

function pairCost(encoding: string, lead: number, trail: number): number {
  if (isCommonPair(encoding, lead, trail)) return 0
  return encoding === 'gb18030' && trail < 0xa1 ? 1.5 : 1
}

/** Returns whether two bytes encode a common character. `lead` and `trail`: first and second byte. */
function isCommonPair(encoding: string, lead: number, trail: number): boolean {
  if (encoding === 'shift_jis') return lead >= 0x81 && lead <= 0x98
  if (encoding === 'big5') return lead >= 0xa1 && lead <= 0xc6
  return trail >= 0xa1 && lead >= 0xa1 && lead <= 0xd7
}
