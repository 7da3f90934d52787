import { useCallback, useEffect, useRef, useState } from 'react'
import { wrapIndex } from '../../../widgets/lightbox/stage/carousel-position.ts'
import type { Viewer } from '../../../widgets/lightbox/use-viewer.ts'
import type { ViewerKeys } from '../../../widgets/lightbox/use-viewer-keys.ts'

/** How long each photo is shown, from the moment it is visible. */
const SHOWN_MS = 4000
/** After this time without pointer movement everything but the photo is hidden. */
const QUIET_MS = 2500

/** Loaded and decoded, or failed: a slideshow does not wait for a picture that cannot load. */
async function ready(url: string | undefined): Promise<void> {
  if (!url) return
  const image = new Image()
  image.src = url
  await image.decode?.().catch(() => undefined)
}

/** Tab only moves the focus, and the other keys have their own handlers. */
const OWN_KEYS = ['Tab', 'Shift', 'Escape', 'p', 'P']
/** Keys that press a focused button. */
const PRESS_KEYS = ['Enter', ' ']

function isInterruption(event: Event): boolean {
  if (event.type === 'visibilitychange') return document.visibilityState === 'hidden'
  const isOnButton = event.target instanceof Element && event.target.closest('[data-slideshow]') !== null
  if (event instanceof KeyboardEvent)
    return !OWN_KEYS.includes(event.key) && !(isOnButton && PRESS_KEYS.includes(event.key))
  return event.type === 'wheel' || !isOnButton
}

const INTERRUPTIONS = ['pointerdown', 'wheel', 'keydown', 'visibilitychange'] as const

/** Any input ends the slideshow. */
function useInterruptions(isPlaying: boolean, stop: () => void) {
  useEffect(() => {
    if (!isPlaying) return
    const listening = new AbortController()
    const onEvent = (event: Event) => isInterruption(event) && stop()
    for (const type of INTERRUPTIONS)
      document.addEventListener(type, onEvent, { capture: true, passive: true, signal: listening.signal })
    return () => listening.abort()
  }, [isPlaying, stop])
}

/** True while the pointer does not move. */
function useQuiet(isPlaying: boolean): boolean {
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    if (!isPlaying) return
    let timer: ReturnType<typeof setTimeout>
    const onMove = () => {
      clearTimeout(timer)
      setIsQuiet(false)
      timer = setTimeout(() => setIsQuiet(true), QUIET_MS)
    }
    onMove()
    document.addEventListener('pointermove', onMove, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointermove', onMove)
    }
  }, [isPlaying])
  return isPlaying && isQuiet
}

type Options = {
  urls: readonly string[]
  viewer: Viewer<unknown>
  isPossible: boolean
  onToggle: (isPlaying: boolean) => void
}
export type Slideshow = ReturnType<typeof useSlideshow>

/** Shows the next photo automatically: each photo is shown for some seconds, and the next one follows once it has loaded. */
export function useSlideshow({ urls, viewer: { index, move }, onToggle, ...given }: Options) {
  const isPossible = given.isPossible && urls.length > 1
  const [isWanted, setIsWanted] = useState(false)
  const isPlaying = isWanted && isPossible
  const latestMove = useRef(move)
  useEffect(() => {
    latestMove.current = move
  })
  const stop = useCallback(() => setIsWanted(false), [])
  useInterruptions(isPlaying, stop)
  useEffect(() => {
    if (!isPlaying) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const turn = async () => {
      await ready(urls[index])
      if (isOver) return
      const next = ready(urls[wrapIndex(index + 1, urls.length)])
      timer = setTimeout(() => void next.then(() => isOver || latestMove.current(1)), SHOWN_MS)
    }
    void turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isPlaying, index, urls])
  const toggle = () => {
    setIsWanted(!isPlaying)
    onToggle(!isPlaying)
  }
  const keys: ViewerKeys = isPossible ? { p: toggle, ...(isPlaying && { Escape: stop }) } : {}
  return { isPossible, isPlaying, isQuiet: useQuiet(isPlaying), toggle, keys }
}
