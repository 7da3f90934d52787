/** Tags that a metadata reader found, under ExifTool's names; numbers where the file has numbers. All values are untrusted. */
export type Tags = Record<string, unknown>

export const numberOf = (value: unknown): number | undefined => {
  // Some tags hold several numbers ("100 0"), of which the first is used.
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
export const positive = (value: unknown): number | undefined => {
  const number = numberOf(value)
  return number !== undefined && number > 0 ? number : undefined
}

const LONGEST_TEXT = 300
/** Returns one printable line. Cameras pad texts with spaces and zeros, and users paste arbitrary text. */
export function textOf(value: unknown): string | undefined {
  const parts = Array.isArray(value) ? value : [value]
  const text = parts
    .filter(part => typeof part === 'string' || typeof part === 'number')
    .join(', ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\uFFFD]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' ? undefined : [...text].slice(0, LONGEST_TEXT).join('')
}
