import { KB, MB } from '@daymark/contracts'

const numberFormat = new Intl.NumberFormat()

/** Formats a count with its noun: '1 visit', '1,234 visits'. */
export const pluralize = (count: number, one: string) =>
  `${numberFormat.format(count)} ${count === 1 ? one : `${one}s`}`

/**
 * L-UPL-15: formats sizes in upload lists. Bytes below 1 KB, KB with one decimal below 1 MB, otherwise MB with one
 * decimal.
 */
export function formatFileSize(bytes: number) {
  if (bytes < KB) return `${bytes} bytes`
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
