import { PREFETCH_AFTER, PREFETCH_BEFORE } from '@daymark/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { scrollToPhoto } from '../../lib/scroll/scroll-restoration.ts'
import type { Zoom } from './zoom/use-zoom.ts'

export type Viewer<T> = {
  photo: T | undefined
  index: number
  /** Counts moves without wrapping, so that a slide keeps its identity when the last photo is followed by the first. */
  position: number
  move: (by: number) => void
  show: (index: number) => void
}

/**
 * The current photo; closing the viewer scrolls the page to it. It follows the photo, not the index: other photos may be
 * added or removed while the viewer is open.
 */
export function useViewer<T extends { id: string }>(photos: readonly T[], openId: string): Viewer<T> {
  const [at, setAt] = useState(() => {
    const index = Math.max(
      0,
      photos.findIndex(photo => photo.id === openId),
    )
    return { id: openId, index, position: index }
  })
  const found = photos.findIndex(photo => photo.id === at.id)
  // The photo itself was deleted: shows the one at its index, or the last.
  const index = found >= 0 ? found : Math.max(0, Math.min(at.index, photos.length - 1))
  usePlaceOf(photos[index]?.id ?? openId, openId)
  const go = (to: number, position: number) => {
    const photo = photos[to]
    if (photo) setAt({ id: photo.id, index: to, position })
  }
  return {
    photo: photos[index],
    index,
    position: at.position,
    move: by => go(wrapIndex(index + by, photos.length), at.position + by),
    show: to => go(to, at.position + to - index),
  }
}

function usePlaceOf(id: string, openId: string) {
  const last = useRef(id)
  const first = useRef(openId)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(
    () => () => {
      if (last.current !== first.current) scrollToPhoto(last.current)
    },
    [],
  )
}

/** By the name of the key, letters in lower case. A key without an action is left to the browser. */
export type ViewerKeys = Record<string, (() => void) | undefined>

/** Held down, these repeat; a letter would toggle repeatedly. */
const isRepeatable = (key: string) => key.startsWith('Arrow') || key === '+' || key === '=' || key === '-'

/** Typed as text, part of a shortcut, or pressed in another dialog on top. */
function isOfOthers(event: KeyboardEvent, dialog: HTMLDialogElement | null): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return true
  // When a focused control disappears, the body receives the keys, which are still meant for this dialog.
  const owner = event.target instanceof Element ? event.target.closest('dialog') : null
  return owner !== null && owner !== dialog
}

/** Keyboard shortcuts of a viewer while it is mounted. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, keys: ViewerKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isOfOthers(event, dialog.current)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = latest.current[key]
      if (!act || (event.repeat && !isRepeatable(key))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dialog])
}

/** The distance in px by which an arrow key moves the zoomed photo. */
const STEP = 80

/** L-LB-07, S-PUB-06: the arrow keys navigate, or move the zoomed photo; then Escape first resets the zoom. */
export const stageKeys = (zoom: Zoom, move: (by: number) => void): ViewerKeys => ({
  z: () => zoom.toggle(),
  '+': zoom.zoomIn,
  '=': zoom.zoomIn,
  '-': zoom.zoomOut,
  '0': zoom.reset,
  ...(zoom.isZoomed
    ? {
        Escape: zoom.reset,
        ArrowLeft: () => zoom.pan({ x: STEP, y: 0 }),
        ArrowRight: () => zoom.pan({ x: -STEP, y: 0 }),
        ArrowUp: () => zoom.pan({ x: 0, y: STEP }),
        ArrowDown: () => zoom.pan({ x: 0, y: -STEP }),
      }
    : { ArrowLeft: () => move(-1), ArrowRight: () => move(1) }),
})

const prefetchOffsets = Array.from({ length: PREFETCH_BEFORE + PREFETCH_AFTER + 1 }, (_, n) => n - PREFETCH_BEFORE)
  .filter(offset => offset !== 0)
  .sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)

/** L-LB-06, S-PUB-12: both ends wrap. */
export const wrapIndex = (index: number, total: number) => (total > 0 ? ((index % total) + total) % total : 0)

/** L-LB-22: the photos to prefetch, the likeliest first; each once, never the current one. */
export function prefetchIndexes(current: number, total: number): number[] {
  const indexes = prefetchOffsets.map(offset => wrapIndex(current + offset, total))
  return [...new Set(indexes)].filter(index => index !== current)
}

/** L-LB-22: prefetches the full-size neighbors, once each. */
export function usePrefetch(urls: readonly string[], current: number) {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const index of prefetchIndexes(current, urls.length)) {
      const url = urls[index]
      if (!url || asked.current.has(url)) continue
      asked.current.add(url)
      new Image().src = url
    }
  }, [urls, current])
}
