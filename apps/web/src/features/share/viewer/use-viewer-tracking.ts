import { useEffect, useRef } from 'react'
import type { Tracker } from '../tracking.ts'

/** S-PUB-18: opening, every photo shown, closing. */
export function useViewerTracking(tracker: Tracker, imageId: string | undefined) {
  const latest = useRef(imageId)
  useEffect(() => {
    tracker.track({ event_type: 'lightbox_open', ...(latest.current ? { image_id: latest.current } : {}) })
    return () =>
      tracker.track({ event_type: 'lightbox_close', ...(latest.current ? { image_id: latest.current } : {}) })
  }, [tracker])
  useEffect(() => {
    latest.current = imageId
    if (imageId) tracker.track({ event_type: 'photo_view', image_id: imageId })
  }, [tracker, imageId])
}

/** The address follows the shown photo, not vice versa. */
export function useShownAddress(shownId: string | undefined, addressId: string, onShow: (id: string) => void) {
  const latest = useRef(onShow)
  useEffect(() => {
    latest.current = onShow
  })
  useEffect(() => {
    if (shownId && shownId !== addressId) latest.current(shownId)
  }, [shownId, addressId])
}
