import { sharesAt, type Rectangle, type Size } from '@daymark/contracts/watermark'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/** The position of the logo, in percent of the free space (rule 41). */
export type Place = { x: number; y: number }

/** Positions this close to the middle snap to it. */
const SNAP_PERCENT = 1.5
const KEY_STEP = 1
const KEY_LEAP = 10
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** To a tenth of a percent: smaller steps are invisible. */
const rounded = (percent: number) => Math.round(percent * 10) / 10
const snapped = (percent: number) => (Math.abs(percent - 50) <= SNAP_PERCENT ? 50 : rounded(percent))
/** S-WM-10 */
const clamped = (percent: number) => rounded(Math.min(100, Math.max(0, percent)))

/** The boxes of the picture and of the logo in it, on screen. */
type Boxes = { picture: Size; logo: Rectangle }

/** Moves the logo by mouse, pen or finger, and by the arrow keys, with Shift ten times as far. */
export function usePlacing(place: Place, onPlace: (place: Place) => void, boxes: () => Boxes | null) {
  const grip = useRef<(Boxes & { from: Place }) | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const letGo = () => {
    grip.current = null
    setIsMoving(false)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const now = boxes()
      if (event.button !== 0 || !now) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { ...now, from: { x: event.clientX, y: event.clientY } }
      setIsMoving(true)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!grip.current) return
      const { picture, logo, from } = grip.current
      const at = { ...logo, left: logo.left + event.clientX - from.x, top: logo.top + event.clientY - from.y }
      const { x, y } = sharesAt(picture, at)
      onPlace({ x: snapped(x), y: snapped(y) })
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent) => {
      const step = ARROWS[event.key]
      if (!step) return
      event.preventDefault()
      const far = event.shiftKey ? KEY_LEAP : KEY_STEP
      onPlace({ x: clamped(place.x + step[0] * far), y: clamped(place.y + step[1] * far) })
    },
  }
  return { isMoving, handlers }
}
