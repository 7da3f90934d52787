import type { http } from '@daymark/contracts'
import { type MouseEvent, useState } from 'react'
import type { Tracker } from '../tracking.actions.ts'

export type DownloadSize = http.PublicDownloads['sizes'][number]

/** The photos that the visitor wants to download. */
export type DownloadRequest = {
  photos: readonly http.PublicImage[]
  isAlbum: boolean
  /** The download size. Undefined: the dialog asks for it. */
  size?: DownloadSize
}

/** With more photos, the share sheet of a phone becomes slow. */
export const MAX_SHARED_PHOTOS = 30

/**
 * Whether this browser can pass pictures to the share sheet of the system, which saves them to the visitor's photos.
 */
export function canShareFiles(): boolean {
  if (typeof navigator.canShare !== 'function') return false
  return navigator.canShare({ files: [new File([''], 'photo.jpg', { type: 'image/jpeg' })] })
}

/**
 * Whether a download needs a dialog: the visitor has a choice, a limit applies, or the server must prepare files.
 * Otherwise a plain link is enough.
 */
function needsDialog(link: http.PublicShare['link'], count: number, isPhone: boolean): boolean {
  const { download_sizes: sizes, has_download_limit: hasLimit } = link
  const isPrepared = sizes[0] === 'original' && !link.watermark
  const isPlainLink = sizes.length === 1 && (count === 1 || isPrepared)
  return !isPlainLink || hasLimit || (isPhone && count <= MAX_SHARED_PHOTOS && canShareFiles())
}

/** S-TRK-02: records a download of one photo or of several photos. */
export function trackDownload(tracker: Tracker, { photos, isAlbum }: DownloadRequest) {
  const [photo] = photos
  if (photo && photos.length === 1 && !isAlbum)
    tracker.track({ event_type: 'download', image_id: photo.id, event_data: { type: 'single_image', count: 1 } })
  else tracker.track({ event_type: 'download', event_data: { type: 'album_zip', count: photos.length } })
}

/** Returns the open dialog of a gallery, for a download or a verification, and the functions that open it. */
export function useDownloads({ link }: http.PublicShare, tracker: Tracker, isPhone: boolean) {
  const [request, setRequest] = useState<DownloadRequest | null>(null)
  const [isVerifying, setIsVerifying] = useState(false)
  const open = (nextRequest: DownloadRequest | null) => {
    setIsVerifying(false)
    setRequest(nextRequest)
  }
  /** Opens the dialog if the download needs one. Otherwise the browser follows the clicked link. */
  const onDownload = (event: MouseEvent, clickedDownload: DownloadRequest) => {
    if (!needsDialog(link, clickedDownload.photos.length, isPhone)) return trackDownload(tracker, clickedDownload)
    event.preventDefault()
    setRequest(clickedDownload)
  }
  return { request, isVerifying, onDownload, open, verify: () => setIsVerifying(true), close: () => open(null) }
}
