const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Formats a size with base 1024 and at most one decimal (L-VAL-01): 150·1024³ bytes are 150 GB (rule 4). */
export function formatBytes(bytes: number): string {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), BYTE_UNITS.length - 1)
  const value = bytes / 1024 ** power
  return `${Number(value.toFixed(power === 0 ? 0 : 1))} ${BYTE_UNITS[power]}`
}
