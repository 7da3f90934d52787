/** Nothing that a client means to say is nested deeper. */
const MAX_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{` are these two with one bit apart, and so are `]` and `}`. */
const CASE = 0x20
const OPENS = 0x7b
const CLOSES = 0x7d

/** Looks at the bytes of JSON (UTF-8) before they are parsed: deep nesting costs whoever walks through the result far more. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte === QUOTE) at = endOfText(json, at)
    else if ((byte | CASE) === OPENS && ++depth > MAX_DEPTH) return true
    else if ((byte | CASE) === CLOSES) depth--
  }
  return false
}

/** Where the text that begins here ends: the quote that no backslash belongs to. */
function endOfText(json: Uint8Array, begin: number): number {
  for (let end = json.indexOf(QUOTE, begin + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}
