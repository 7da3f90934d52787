import { useCallback, useEffect, useRef, useState } from 'react'
import { type Viewer, type ViewerKeys, wrapIndex } from '../../../widgets/lightbox/use-viewer.ts'

/** How long each photo is shown after its picture has loaded. */
const PHOTO_DURATION_MS = 4000
/** After this time without pointer movement, the controls are hidden. */
const HIDE_CONTROLS_AFTER_MS = 2500

/**
 * Resolves when the picture is decoded. Also resolves if it cannot be loaded, so that the slideshow does not stop at a
 * broken picture.
 */
async function waitForPicture(url: string | undefined): Promise<void> {
  if (!url) return
  const image = new Image()
  image.src = url
  await image.decode?.().catch(() => undefined)
}

/**
 * Keys that do not stop the slideshow. Tab and Shift only move the focus; the other keys have handlers of their own.
 */
const IGNORED_KEYS = ['Tab', 'Shift', 'Escape', 'p', 'P']
/** Keys that activate a focused button. */
const ACTIVATION_KEYS = ['Enter', ' ']

function isInterruption(event: Event): boolean {
  if (event.type === 'visibilitychange') return document.visibilityState === 'hidden'
  const isOnPlayButton = event.target instanceof Element && event.target.closest('[data-slideshow]') !== null
  if (event instanceof KeyboardEvent)
    return !IGNORED_KEYS.includes(event.key) && !(isOnPlayButton && ACTIVATION_KEYS.includes(event.key))
  return event.type === 'wheel' || !isOnPlayButton
}

const INTERRUPTING_EVENTS = ['pointerdown', 'wheel', 'keydown', 'visibilitychange'] as const

/** Stops the slideshow on any input. */
function useStopOnInput(isPlaying: boolean, stop: () => void) {
  useEffect(() => {
    if (!isPlaying) return
    const controller = new AbortController()
    const onEvent = (event: Event) => isInterruption(event) && stop()
    for (const type of INTERRUPTING_EVENTS)
      document.addEventListener(type, onEvent, { capture: true, passive: true, signal: controller.signal })
    return () => controller.abort()
  }, [isPlaying, stop])
}

/** Returns whether the pointer has not moved for HIDE_CONTROLS_AFTER_MS. */
function usePointerRest(isPlaying: boolean): boolean {
  const [isPointerResting, setIsPointerResting] = useState(false)
  useEffect(() => {
    if (!isPlaying) return
    let timer: ReturnType<typeof setTimeout>
    const onMove = () => {
      clearTimeout(timer)
      setIsPointerResting(false)
      timer = setTimeout(() => setIsPointerResting(true), HIDE_CONTROLS_AFTER_MS)
    }
    onMove()
    document.addEventListener('pointermove', onMove, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointermove', onMove)
    }
  }, [isPlaying])
  return isPlaying && isPointerResting
}

type SlideshowOptions = {
  urls: readonly string[]
  viewer: Viewer<unknown>
  canPlay: boolean
  onToggle: (isPlaying: boolean) => void
}
export type Slideshow = ReturnType<typeof useSlideshow>

/** Shows the photos one after another: each for some seconds, and then the next one as soon as it has loaded. */
export function useSlideshow({ urls, viewer: { index, move }, onToggle, ...options }: SlideshowOptions) {
  const canPlay = options.canPlay && urls.length > 1
  const [isStarted, setIsStarted] = useState(false)
  const isPlaying = isStarted && canPlay
  const latestMove = useRef(move)
  useEffect(() => {
    latestMove.current = move
  })
  const stop = useCallback(() => setIsStarted(false), [])
  useStopOnInput(isPlaying, stop)
  useEffect(() => {
    if (!isPlaying) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCanceled = false
    const scheduleNext = async () => {
      await waitForPicture(urls[index])
      if (isCanceled) return
      const next = waitForPicture(urls[wrapIndex(index + 1, urls.length)])
      timer = setTimeout(() => void next.then(() => isCanceled || latestMove.current(1)), PHOTO_DURATION_MS)
    }
    void scheduleNext()
    return () => {
      isCanceled = true
      clearTimeout(timer)
    }
  }, [isPlaying, index, urls])
  const toggle = () => {
    setIsStarted(!isPlaying)
    onToggle(!isPlaying)
  }
  const keys: ViewerKeys = canPlay ? { p: toggle, ...(isPlaying && { Escape: stop }) } : {}
  return { canPlay, isPlaying, isPointerResting: usePointerRest(isPlaying), toggle, keys }
}
