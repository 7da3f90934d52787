const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** L-VAL-01: base 1024 with at most one decimal (rule 4: 150 GB = 150·1024³). */
export function formatBytes(bytes: number): string {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), BYTE_UNITS.length - 1)
  const value = bytes / 1024 ** power
  return `${Number(value.toFixed(power === 0 ? 0 : 1))} ${BYTE_UNITS[power]}`
}
