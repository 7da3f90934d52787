import { useState, type PointerEvent } from 'react'
import { readGesture, type TouchPoint } from './gestures.ts'

const pointOf = (event: PointerEvent): TouchPoint => ({ x: event.clientX, y: event.clientY, time: event.timeStamp })
type Drag = { pointerId: number; start: TouchPoint; dx: number }

/** A finger drags the picture along; where it lets go decides. A second finger means zooming and ends the drag. */
export function useSwipe(move: (by: number) => void, onTap?: () => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.05
  return {
    dragged: drag?.dx ?? null,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' || isZoomed()) return
        setDrag(drag ? null : { pointerId: event.pointerId, start: pointOf(event), dx: 0 })
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag?.pointerId === event.pointerId) setDrag({ ...drag, dx: event.clientX - drag.start.x })
      },
      onPointerUp: (event: PointerEvent) => {
        if (drag?.pointerId !== event.pointerId) return
        setDrag(null)
        const gesture = readGesture(drag.start, pointOf(event))
        if (gesture === 'next') move(1)
        if (gesture === 'previous') move(-1)
        if (gesture === 'tap') onTap?.()
      },
      onPointerCancel: () => setDrag(null),
    },
  }
}
