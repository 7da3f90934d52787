import { WATERMARK } from '@daymark/contracts'
import { formatFileSize } from '../../../lib/format/file-size.ts'

/**
 * Why a file cannot be a watermark, as a message; null: the server decides. Refusals of the server are only logged (S-WM-12),
 * so known problems are reported before.
 */
export function whyUnsuitable({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size === 0) return `“${name}” is empty.`
  if (type === 'image/svg+xml') return 'SVG logos are not supported. Save it as a PNG with transparency.'
  // some systems report no type for camera files
  if (type !== '' && !type.startsWith('image/')) return `“${name}” is not a picture. Choose a PNG, JPEG or WebP.`
  if (size > WATERMARK.maxBytes)
    return `“${name}” has ${formatFileSize(size)}. A logo may have ${formatFileSize(WATERMARK.maxBytes)}; under 1 MB is best.`
  return null
}
