/** Tags of a file by the names that ExifTool uses. All values are untrusted. */
export type Tags = Record<string, unknown>

export const toNumber = (value: unknown): number | undefined => {
  // some tags contain several numbers ("100 0"), of which the first counts
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
export const toPositiveNumber = (value: unknown): number | undefined => {
  const number = toNumber(value)
  return number !== undefined && number > 0 ? number : undefined
}

const MAX_TEXT_LENGTH = 300
/** Converts a value to one line of printable text. Cameras pad texts with spaces and zeros, and users enter arbitrary text. */
export function toText(value: unknown): string | undefined {
  const parts = Array.isArray(value) ? value : [value]
  const text = parts
    .filter(part => typeof part === 'string' || typeof part === 'number')
    .join(', ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\uFFFD]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' ? undefined : [...text].slice(0, MAX_TEXT_LENGTH).join('')
}
