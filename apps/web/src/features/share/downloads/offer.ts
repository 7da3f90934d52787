import type { http } from '@daymark/contracts'
import { downloadUrl } from '../share-media.ts'

type Link = http.PublicShare['link']
type Size = http.PublicDownloads['sizes'][number]

/** More at once is more than a phone's share sheet takes in good time. */
export const MOST_SHARED = 30

/** Can this browser hand pictures to the system, which puts them among the visitor's own? */
export function canShareFiles(): boolean {
  if (typeof navigator.canShare !== 'function') return false
  return navigator.canShare({ files: [new File([''], 'photo.jpg', { type: 'image/jpeg' })] })
}

/** Is there anything to be chosen, counted, made or shared first? Otherwise a plain link is all it takes. */
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
