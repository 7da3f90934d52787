import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

const STEP_PERCENT = 1
const LARGE_STEP_PERCENT = 10
const KEY_DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const clampPercent = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10

/**
 * Lets the user set a point on a picture, in percent: by pressing or dragging on the picture (`area`), or with the
 * arrow keys while the handle has the focus (`onKeyDown`).
 */
export function usePointPicker({ x, y, onMove }: { x: number; y: number; onMove: (x: number, y: number) => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const moveTo = (event: PointerEvent) => {
    const { left, top, width, height } = ref.current?.getBoundingClientRect() ?? new DOMRect()
    if (width > 0)
      onMove(clampPercent(((event.clientX - left) / width) * 100), clampPercent(((event.clientY - top) / height) * 100))
  }
  return {
    area: {
      ref,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // The event is stopped, because surrounding elements would treat the drag as a swipe.
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        moveTo(event)
      },
      onPointerMove: (event: PointerEvent) => event.buttons === 1 && moveTo(event),
    },
    onKeyDown: (event: KeyboardEvent) => {
      const direction = KEY_DIRECTIONS[event.key]
      if (!direction) return
      event.preventDefault()
      const stepPercent = event.shiftKey ? LARGE_STEP_PERCENT : STEP_PERCENT
      onMove(clampPercent(x + direction[0] * stepPercent), clampPercent(y + direction[1] * stepPercent))
    },
    positionText: `${Math.round(x)} % from the left, ${Math.round(y)} % from the top`,
  }
}
