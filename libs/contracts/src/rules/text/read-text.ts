/**
 * Text of a file or a form whose encoding is not stated, or stated wrongly. UTF-8 wherever the bytes are valid UTF-8: hardly any
 * other text is by chance. Otherwise the encoding in which the text looks most like words. Text of a few characters can look
 * right in two encodings; then the earlier one in `LEGACY` wins.
 */
export function readText(whole: Uint8Array): string {
  const bytes = whole.subarray(0, LONGEST)
  return marked(bytes) ?? utf8(bytes) ?? mostPlausible(bytes)
}

/** In bytes; longer text is cut. Names and copyright notices are shorter, and comparing encodings takes time. */
const LONGEST = 4096

function marked(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes)
  return first === 0xfe && second === 0xff ? decode('utf-16be', bytes) : undefined
}

/** JIS is all ASCII too: it switches by escape sequences. */
function utf8(bytes: Uint8Array): string | undefined {
  const text = decode('utf-8', bytes) ?? decode('utf-8', withoutCutCharacter(bytes))
  return (/\u001b[$(]/.test(text ?? '') && decode('iso-2022-jp', bytes)) || text
}

function mostPlausible(bytes: Uint8Array): string {
  let best = { text: '', cost: Number.POSITIVE_INFINITY }
  for (const { encoding, bias, kind } of LEGACY) {
    const text = decode(encoding, bytes)
    if (text === undefined) continue
    const cost = bias + costOf(text) + (kind === 'east asian' ? rareCharacters(encoding, bytes) : singleByteCost(text))
    if (cost < best.cost) best = { text, cost }
  }
  return best.text
}

/** Of windows-1252, by the number of the byte. */
const LATIN = new Map(
  Array.from({ length: 128 }, (_, at) => [decode('windows-1252', Uint8Array.of(at + 128)), at + 128]),
)

/** Text whose UTF-8 was taken for Latin-1 ("MÃ¼ller"), as it was meant. */
export function repairText(text: string): string {
  if (!/[\u00c2-\u00f4]/.test(text)) return text
  const bytes = [...text].map(sign => (sign < '\u0080' ? sign.charCodeAt(0) : LATIN.get(sign)))
  if (bytes.includes(undefined)) return text
  return decode('utf-8', Uint8Array.from(bytes as number[])) ?? text
}

type Legacy = { encoding: string; bias: number; kind: 'single byte' | 'east asian' }
/** `bias` decides between readings that look equally good. */
const LEGACY: Legacy[] = [
  { encoding: 'windows-1252', bias: 0, kind: 'single byte' },
  { encoding: 'windows-1251', bias: 0.2, kind: 'single byte' },
  { encoding: 'windows-1250', bias: 0.4, kind: 'single byte' },
  { encoding: 'shift_jis', bias: 0.5, kind: 'east asian' },
  { encoding: 'gb18030', bias: 0.5, kind: 'east asian' },
  { encoding: 'big5', bias: 1, kind: 'east asian' },
]

/** Undefined where the bytes are not valid in that encoding. */
export function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A field of a fixed length may end in the middle of a character. Only behind other characters of UTF-8: é of Latin-1 looks alike. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  const start = bytes.findLastIndex(byte => byte >= 0xc0)
  const lead = bytes[start] ?? 0
  const isCut = bytes.length - start < (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)
  const isRestContinuation = bytes.subarray(start + 1).every(byte => (byte & 0xc0) === 0x80)
  const whole = bytes.subarray(0, Math.max(start, 0))
  return isCut && isRestContinuation && whole.some(byte => byte >= 0x80) ? whole : bytes
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const MIXED_ALPHABETS =
  /(?<=[a-z])(?=[^\P{L}a-zA-Z\u00aa\u00ba\u00c0-\u024f])|(?<=[^\P{L}a-zA-Z\u00aa\u00ba\u00c0-\u024f])(?=[a-z])/gu

/** What no text has in any language: control and private characters, and alphabets mixed within a word. */
const costOf = (text: string): number =>
  10 * count(text, /[\u0000-\u0008\u000e-\u001f\u0080-\u009f\ue000-\uf8ff\ufffd]/gu) + 3 * count(text, MIXED_ALPHABETS)

/** Symbols that no text has directly behind a letter, or directly before one. */
const AFTER_LETTER =
  /(?<=\p{L})[^\p{L}\p{M}\p{Nd}\p{Z}\u0000-\u007f»”“’…®™]|(?<=[^l])·(?=\p{L})|(?<=\p{L})[“„](?=\p{L})/gu
const BEFORE_LETTER = /[^\p{L}\p{M}\p{Nd}\p{Z}\u0000-\u007f«“‘’„¿¡©…№·](?=\p{L})/gu

const RARE = /[•‚„†‡ˆ‰‹›˜¬\u00ad¨´¸¯¦¤¥±µ¶€ƒ\u0402-\u040f\u0452-\u0455\u0458-\u045f]/gu

/** Words of accented letters alone, capitals before small letters, hard signs at the end, no vowel. */
const ODD_WORDS =
  /(?<!\p{L})[\u00c0-\u024f]{2,}(?!\p{L})|[А-Я]{2}(?=[а-я])|[ЪЬ](?!\p{L})(?<=[А-Я]{2})|(?<!\p{L})[бвгджзйклмнпрстфхцчшщьъ]{2,}(?!\p{L})|(?<!\d)[¼½¾]/gu

/** An accented letter stands alone among plain ones, Cyrillic words are Cyrillic throughout, and symbols stand between words. */
function singleByteCost(text: string): number {
  const cyrillic = count(text, /\p{Script=Cyrillic}/gu)
  const isStray = cyrillic > 0 && cyrillic <= 2 && count(text, /[a-z]/gi) > 0
  return (
    2 * count(text, /\p{Ll}\p{Lu}/gu) +
    2 * count(text, /[\u00c0-\u024f](?=[\u00c0-\u024f]{2})/gu) +
    2 * count(text, AFTER_LETTER) +
    count(text, RARE) +
    count(text, ODD_WORDS) +
    2 * Math.abs(count(text, /«/g) - count(text, /»/g)) +
    2 * count(text, BEFORE_LETTER) +
    (isStray ? 1 : 0)
  )
}

/** Each standard has its common characters in rows of their own. */
function rareCharacters(encoding: string, bytes: Uint8Array): number {
  let cost = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const isHalfWidth = encoding === 'shift_jis' && lead >= 0xa0 && lead <= 0xdf
    cost += isHalfWidth ? HALF_WIDTH : pairCost(encoding, lead, bytes[at + 1] ?? 0)
    if (!isHalfWidth) at++
  }
  return cost
}

/** Katakana of receipts and old displays. */
const HALF_WIDTH = 1.5

function pairCost(encoding: string, lead: number, trail: number): number {
  if (isCommon(encoding, lead, trail)) return 0
  return encoding === 'gb18030' && trail < 0xa1 ? 1.5 : 1
}

function isCommon(encoding: string, lead: number, trail: number): boolean {
  if (encoding === 'shift_jis') return lead >= 0x81 && lead <= 0x98
  if (encoding === 'big5') return lead >= 0xa1 && lead <= 0xc6
  return trail >= 0xa1 && lead >= 0xa1 && lead <= 0xd7
}
