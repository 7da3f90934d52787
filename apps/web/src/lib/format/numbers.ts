import { KB, MB } from '@daymark/contracts'

const number = new Intl.NumberFormat()

/** '1 visit', '1,234 visits'. */
export const pluralize = (count: number, one: string) => `${number.format(count)} ${count === 1 ? one : `${one}s`}`

/** Sizes in upload lists: bytes below 1 KB; KB with one decimal below 1 MB; otherwise MB with one decimal (L-UPL-15). */
export function formatFileSize(bytes: number) {
  if (bytes < KB) return `${bytes} bytes`
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
