import { useRef, type KeyboardEvent, type PointerEvent } from 'react'

const STEP = 1
const LARGE_STEP = 10
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10

/**
 * A point on a picture in percent: set by pressing or dragging on the picture (`area`), or with the arrow keys while the
 * handle is focused (`onKeyDown`).
 */
export function usePointPicker({ x, y, onMove }: { x: number; y: number; onMove: (x: number, y: number) => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const moveTo = (event: PointerEvent) => {
    const { left, top, width, height } = ref.current?.getBoundingClientRect() ?? new DOMRect()
    if (width > 0)
      onMove(percent(((event.clientX - left) / width) * 100), percent(((event.clientY - top) / height) * 100))
  }
  return {
    area: {
      ref,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // elements around the picture, such as a stage that handles swipes, must not receive the event
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        moveTo(event)
      },
      onPointerMove: (event: PointerEvent) => event.buttons === 1 && moveTo(event),
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step) return
      event.preventDefault()
      const by = event.shiftKey ? LARGE_STEP : STEP
      onMove(percent(x + step[0] * by), percent(y + step[1] * by))
    },
    place: `${Math.round(x)} % from the left, ${Math.round(y)} % from the top`,
  }
}
