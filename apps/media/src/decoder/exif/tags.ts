/** What a metadata reader found, under ExifTool's names; numbers where the file has numbers. Nothing in it can be trusted. */
export type Tags = Record<string, unknown>

export const numberOf = (value: unknown): number | undefined => {
  // Some tags hold several numbers ("100 0"): the first one counts.
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
export const positive = (value: unknown): number | undefined => {
  const number = numberOf(value)
  return number !== undefined && number > 0 ? number : undefined
}

const LONGEST_TEXT = 300
/** One printable line. Cameras pad with spaces and zeros, people paste anything. */
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
