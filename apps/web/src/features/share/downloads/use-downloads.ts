import type { http } from '@daymark/contracts'
import { useState, type MouseEvent } from 'react'
import type { Tracker } from '../tracking.ts'
import { needsDialog } from './offer.ts'

export type Wanted = {
  photos: readonly http.PublicImage[]
  isAlbum: boolean
  /** Undefined: asked for if there is a choice. */
  size?: http.PublicDownloads['sizes'][number]
}
/** A press on a download opens the plain link if possible, or else the dialog. */
export type OnDownload = (event: MouseEvent, wanted: Wanted) => void

/** S-TRK-02: the downloaded photos and their size. */
export function trackDownload(tracker: Tracker, { photos, isAlbum }: Wanted) {
  const [photo] = photos
  if (photo && photos.length === 1 && !isAlbum)
    tracker.track({ event_type: 'download', image_id: photo.id, event_data: { type: 'single_image', count: 1 } })
  else tracker.track({ event_type: 'download', event_data: { type: 'album_zip', count: photos.length } })
}

export function useDownloads({ link }: http.PublicShare, tracker: Tracker, isPhone: boolean) {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [isVerifying, setVerifying] = useState(false)
  const onDownload: OnDownload = (event, chosen) => {
    if (!needsDialog(link, chosen.photos.length, isPhone)) return trackDownload(tracker, chosen)
    event.preventDefault()
    setWanted(chosen)
  }
  const close = () => {
    setWanted(null)
    setVerifying(false)
  }
  const ask = (chosen: Wanted) => {
    setVerifying(false)
    setWanted(chosen)
  }
  return { wanted, isVerifying, onDownload, ask, verify: () => setVerifying(true), close }
}
