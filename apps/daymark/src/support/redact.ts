import { safeMessage } from '@daymark/platform'

const HIDDEN = '[redacted]'
/**
 * The last word, whatever wrote it: logs and checks are made without secrets, and a bundle goes to somebody else. A name of a file
 * is known by its ending. Longer words than ids have may be tokens, keys or hashes.
 */
const RULES: [pattern: RegExp, instead: string][] = [
  [/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, HIDDEN],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, HIDDEN],
  [/(?<![\w:])(?:(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:)+(?::[0-9a-f]{1,4})+)(?![\w:])/gi, HIDDEN],
  [/\/(?:home|Users)\/[^\s/"':]+/g, '~'],
  [/[^\s/"'\\]+\.(?:jpe?g|png|gif|webp|avif|tiff?|hei[cf]|dng|nef|cr[23]|arw|raf|orf|rw2|psd|zip)\b/gi, HIDDEN],
  [/\b(?:whsec|sk_(?:test|live)|pk_(?:test|live)|rk_(?:test|live))_\w+/g, HIDDEN],
  [/\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9_-]{40,}\b/g, HIDDEN],
]

/** One line, without what could say who or let in. */
export const redacted = (line: string): string =>
  RULES.reduce((text, [pattern, instead]) => text.replace(pattern, instead), safeLine(line))

/** In pieces: messages have a limit of their own. */
const safeLine = (line: string): string => (line.match(/[\s\S]{1,2000}/g) ?? []).map(part => safeMessage(part)).join('')
