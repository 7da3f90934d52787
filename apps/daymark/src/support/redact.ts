import { safeMessage } from '@daymark/platform'

const HIDDEN = '[redacted]'
/**
 * Redacts a bundle again before it leaves the installation, although logs and checks contain no secrets. File names are recognized by
 * their extension. Words longer than ids may be tokens, keys or hashes.
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

/** Removes personal data and credentials from a line. */
export const redacted = (line: string): string =>
  RULES.reduce((text, [pattern, instead]) => text.replace(pattern, instead), safeLine(line))

/** Splits the line, because `safeMessage` truncates. */
const safeLine = (line: string): string => (line.match(/[\s\S]{1,2000}/g) ?? []).map(part => safeMessage(part)).join('')
