import type { http } from '@daymark/contracts'
import { downloadUrl } from '../share-media.ts'

type Link = http.PublicShare['link']
type Size = http.PublicDownloads['sizes'][number]

/** The share sheet of a phone handles no more in reasonable time. */
export const MOST_SHARED = 30

/** Whether this browser can share pictures with the system, which saves them to the visitor's photos. */
export function canShareFiles(): boolean {
  if (typeof navigator.canShare !== 'function') return false
  return navigator.canShare({ files: [new File([''], 'photo.jpg', { type: 'image/jpeg' })] })
}

/** Whether a download needs a choice, a limit, a preparation or sharing. Otherwise a plain link is enough. */
export function needsDialog(link: Link, count: number, isPhone: boolean): boolean {
  const { download_sizes: sizes, has_download_limit: hasLimit } = link
  const isThere = sizes[0] === 'original' && !link.watermark
  const isPlain = sizes.length === 1 && (count === 1 || isThere)
  return !isPlain || hasLimit || (isPhone && count <= MOST_SHARED && canShareFiles())
}

export const sizedUrl = (photo: http.PublicImage, size: Size) => {
  const url = downloadUrl(photo)
  return size === 'original' ? url : url.replace('/lg/', `/${size}/`)
}
