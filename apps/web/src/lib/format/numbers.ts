import { KB, MB } from '@daymark/contracts'

const numberFormat = new Intl.NumberFormat()

export const formatNumber = (value: number) => numberFormat.format(value)

/** Formats a count with its noun: '1 visit', '1,234 visits'. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`

/**
 * L-UPL-15: formats a size in upload lists: below 1 KB in bytes, below 1 MB in KB with one decimal, otherwise in MB
 * with one decimal.
 */
export function formatFileSize(bytes: number) {
  if (bytes < KB) return `${bytes} bytes`
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
