import { TAP_MAX_PX } from '@daymark/contracts'
import { useEffect, useRef, type RefObject } from 'react'

/** The duration of a long press in operating systems. */
const HOLD_MS = 500

type OnHold = (index: number) => void

/** Observes a list until the signal aborts. Items carry data-index. */
function watch(list: HTMLElement, hold: () => OnHold | undefined, signal: AbortSignal) {
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null
  let isTouch = false
  // The click after a long press must not press the element that is now there.
  let wasHeld = false
  const cancel = () => {
    if (press) clearTimeout(press.timer)
    press = null
  }
  const begin = (event: PointerEvent) => {
    cancel()
    wasHeld = false
    isTouch = event.pointerType === 'touch'
    const place = event.target instanceof Element && event.target.closest<HTMLElement>('[data-index]')
    if (!hold() || !isTouch || !event.isPrimary || !place) return
    const timer = setTimeout(() => {
      wasHeld = true
      navigator.vibrate?.(10)
      hold()?.(Number(place.dataset['index']))
    }, HOLD_MS)
    press = { timer, x: event.clientX, y: event.clientY }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > TAP_MAX_PX) cancel()
  }
  const swallow = (event: Event) => {
    if (!wasHeld) return
    wasHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  list.addEventListener('pointerdown', begin, { signal })
  list.addEventListener('pointermove', move, { signal })
  list.addEventListener('pointerup', cancel, { signal })
  list.addEventListener('pointercancel', cancel, { signal })
  // Prevents the browser's own menu for pictures.
  list.addEventListener('contextmenu', event => isTouch && event.preventDefault(), { signal })
  list.addEventListener('click', swallow, { signal, capture: true })
  signal.addEventListener('abort', cancel)
}

/** A long press on an item of a list; disabled without `onHold`. */
export function useLongPress(list: RefObject<HTMLElement | null>, onHold: OnHold | undefined) {
  const latest = useRef(onHold)
  useEffect(() => {
    latest.current = onHold
  })
  useEffect(() => {
    if (!list.current) return
    const watching = new AbortController()
    watch(list.current, () => latest.current, watching.signal)
    return () => watching.abort()
  }, [list])
}
