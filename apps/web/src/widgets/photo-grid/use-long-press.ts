import { TAP_MAX_PX } from '@daymark/contracts'
import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

/** As long as the systems' own long press. */
const HOLD_MS = 500

type Press = { timer: ReturnType<typeof setTimeout>; x: number; y: number }

/** A finger that rests on a place of a list (places carry data-index); without `onHold` it may. */
export function useLongPress(onHold: ((index: number) => void) | undefined) {
  const press = useRef<Press | null>(null)
  const isTouch = useRef(false)
  // What follows of a long press is no tap on what stands there now.
  const wasHeld = useRef(false)
  const cancel = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => cancel, [])
  return {
    onPointerDown: (event: PointerEvent) => {
      cancel()
      wasHeld.current = false
      isTouch.current = event.pointerType === 'touch'
      const place = event.target instanceof Element && event.target.closest<HTMLElement>('[data-index]')
      if (!onHold || !isTouch.current || !event.isPrimary || !place) return
      const hold = () => {
        wasHeld.current = true
        navigator.vibrate?.(10)
        onHold(Number(place.dataset['index']))
      }
      press.current = { timer: setTimeout(hold, HOLD_MS), x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = press.current ?? { x: event.clientX, y: event.clientY }
      if (Math.hypot(event.clientX - x, event.clientY - y) > TAP_MAX_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    // The browser's own menu for pictures would come in between.
    onContextMenu: (event: MouseEvent) => isTouch.current && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      if (!wasHeld.current) return
      wasHeld.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
