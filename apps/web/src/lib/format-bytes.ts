import { GB, KB, MB, TB } from '@daymark/contracts'

const units = [
  { size: TB, name: 'TB' },
  { size: GB, name: 'GB' },
  { size: MB, name: 'MB' },
  { size: KB, name: 'KB' },
]

/** General sizes: B, KB, MB, GB, TB with base 1024 (L-VAL-01). */
export function formatBytes(bytes: number) {
  const unit = units.find(({ size }) => bytes >= size)
  return unit ? `${Number((bytes / unit.size).toFixed(1))} ${unit.name}` : `${Math.round(bytes)} B`
}

/** Sizes in upload lists: bytes below 1 KB; KB with one decimal below 1 MB; otherwise MB with one decimal (L-UPL-15). */
export function formatFileSize(bytes: number) {
  if (bytes < KB) return `${bytes} bytes`
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
