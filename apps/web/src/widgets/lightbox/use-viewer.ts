import { PREFETCHED_PHOTOS_AFTER, PREFETCHED_PHOTOS_BEFORE } from '@daymark/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { scrollToPhoto } from '../../lib/scroll/scroll-restoration.ts'
import type { Zoom } from './zoom/use-zoom.ts'

export type Viewer<T> = {
  photo: T | undefined
  index: number
  /**
   * The index without wrap-around. It keeps growing when the user continues after the last photo, so that each slide
   * has a unique key.
   */
  position: number
  move: (step: number) => void
  show: (index: number) => void
}

/**
 * Stores the current photo by its id, because photos may be added or removed while the viewer is open. When the viewer
 * closes, the page scrolls to this photo.
 */
export function useViewer<T extends { id: string }>(photos: readonly T[], openId: string): Viewer<T> {
  const [current, setCurrent] = useState(() => {
    const index = Math.max(
      0,
      photos.findIndex(photo => photo.id === openId),
    )
    return { id: openId, index, position: index }
  })
  const currentIndex = photos.findIndex(photo => photo.id === current.id)
  // If the current photo was deleted, the viewer shows the photo at its index, or the last one.
  const index = currentIndex >= 0 ? currentIndex : Math.max(0, Math.min(current.index, photos.length - 1))
  useScrollOnClose(photos[index]?.id ?? openId, openId)
  const showPhoto = (newIndex: number, position: number) => {
    const photo = photos[newIndex]
    if (photo) setCurrent({ id: photo.id, index: newIndex, position })
  }
  return {
    photo: photos[index],
    index,
    position: current.position,
    move: step => showPhoto(wrapIndex(index + step, photos.length), current.position + step),
    show: newIndex => showPhoto(newIndex, current.position + newIndex - index),
  }
}

function useScrollOnClose(id: string, openId: string) {
  const lastShownId = useRef(id)
  const openedId = useRef(openId)
  useEffect(() => {
    lastShownId.current = id
  }, [id])
  useEffect(
    () => () => {
      if (lastShownId.current !== openedId.current) scrollToPhoto(lastShownId.current)
    },
    [],
  )
}

/** The action of each key of the keyboard. Letters are in lower case. */
export type ViewerKeys = Record<string, (() => void) | undefined>

/** Whether an action is repeated while its key is held. Letters are not repeated, because most are toggles. */
const isRepeatable = (key: string) => key.startsWith('Arrow') || key === '+' || key === '=' || key === '-'

/** Whether a key press is input to a field, a shortcut of the browser, or belongs to another dialog. */
function isHandledElsewhere(event: KeyboardEvent, dialog: HTMLDialogElement | null): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return true
  // If no control has the focus, for example because it was removed, the body receives the keys for this dialog.
  const owner = event.target instanceof Element ? event.target.closest('dialog') : null
  return owner !== null && owner !== dialog
}

/** Handles the keyboard shortcuts of a viewer. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, keys: ViewerKeys) {
  const latestKeys = useRef(keys)
  useEffect(() => {
    latestKeys.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isHandledElsewhere(event, dialog.current)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const action = latestKeys.current[key]
      if (!action || (event.repeat && !isRepeatable(key))) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dialog])
}

/** An arrow key moves the zoomed photo by this distance. */
const PAN_STEP_PX = 80

/** L-LB-07, S-PUB-06: the arrow keys navigate. While the photo is zoomed they move it, and Escape resets the zoom. */
export const createStageKeys = (zoom: Zoom, move: (step: number) => void): ViewerKeys => ({
  z: () => zoom.toggle(),
  '+': zoom.zoomIn,
  '=': zoom.zoomIn,
  '-': zoom.zoomOut,
  '0': zoom.reset,
  ...(zoom.isZoomed
    ? {
        Escape: zoom.reset,
        ArrowLeft: () => zoom.pan({ x: PAN_STEP_PX, y: 0 }),
        ArrowRight: () => zoom.pan({ x: -PAN_STEP_PX, y: 0 }),
        ArrowUp: () => zoom.pan({ x: 0, y: PAN_STEP_PX }),
        ArrowDown: () => zoom.pan({ x: 0, y: -PAN_STEP_PX }),
      }
    : { ArrowLeft: () => move(-1), ArrowRight: () => move(1) }),
})

const PREFETCH_OFFSETS = Array.from(
  { length: PREFETCHED_PHOTOS_BEFORE + PREFETCHED_PHOTOS_AFTER + 1 },
  (_, n) => n - PREFETCHED_PHOTOS_BEFORE,
)
  .filter(offset => offset !== 0)
  .sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)

/** L-LB-06, S-PUB-12: wraps an index at both ends of the list. */
export const wrapIndex = (index: number, total: number) => (total > 0 ? ((index % total) + total) % total : 0)

/** L-LB-22: returns the indexes of the photos to prefetch, the nearest first. */
export function prefetchIndexes(current: number, total: number): number[] {
  const indexes = PREFETCH_OFFSETS.map(offset => wrapIndex(current + offset, total))
  return [...new Set(indexes)].filter(index => index !== current)
}

/** L-LB-22: prefetches the large variants of the neighboring photos, each once. */
export function usePrefetch(urls: readonly string[], current: number) {
  const requestedUrls = useRef(new Set<string>())
  useEffect(() => {
    for (const index of prefetchIndexes(current, urls.length)) {
      const url = urls[index]
      if (!url || requestedUrls.current.has(url)) continue
      requestedUrls.current.add(url)
      new Image().src = url
    }
  }, [urls, current])
}
