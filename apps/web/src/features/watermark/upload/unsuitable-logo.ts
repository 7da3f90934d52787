import { WATERMARK } from '@daymark/contracts'
import { formatFileSize } from '../../../lib/format/file-size.ts'

/**
 * Why a file need not be sent at all, in a sentence; null: the server looks at it. What the server then refuses is logged only
 * (S-WM-12), so that what can be known before is said before.
 */
export function whyUnsuitable({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size === 0) return `“${name}” is empty.`
  if (type === 'image/svg+xml') return 'SVG logos are not supported. Save it as a PNG with transparency.'
  // some systems know no type for pictures of cameras
  if (type !== '' && !type.startsWith('image/')) return `“${name}” is not a picture. Choose a PNG, JPEG or WebP.`
  if (size > WATERMARK.maxBytes)
    return `“${name}” has ${formatFileSize(size)}. A logo may have ${formatFileSize(WATERMARK.maxBytes)}; under 1 MB is best.`
  return null
}
