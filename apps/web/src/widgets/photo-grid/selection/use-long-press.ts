import { TAP_MAX_PX } from '@daymark/contracts'
import { useEffect, useRef, type RefObject } from 'react'

/** As long as the systems' own long press. */
const HOLD_MS = 500

type OnHold = (index: number) => void

/** Watches a list for as long as the signal lasts. Places carry data-index. */
function watch(list: HTMLElement, hold: () => OnHold | undefined, signal: AbortSignal) {
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null
  let isTouch = false
  // What follows of a long press is no tap on what stands there now.
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
  // The browser's own menu for pictures would come in between.
  list.addEventListener('contextmenu', event => isTouch && event.preventDefault(), { signal })
  list.addEventListener('click', swallow, { signal, capture: true })
  signal.addEventListener('abort', cancel)
}

/** A finger that rests on a place of a list; without `onHold` it may. */
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
