import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { readGesture, type TouchPoint } from './gestures.ts'
import { useTaps } from './use-taps.ts'
import { pointIn, type Zoom } from '../zoom/use-zoom.ts'
import type { Point } from '../zoom/zoom.ts'

type Press = {
  kind: 'swipe' | 'pan' | 'pinch'
  /** The start of the gesture; null if it can no longer be a swipe or a tap. */
  start: TouchPoint | null
}
type Options = { zoom: Zoom; move: (by: number) => void; onTap: (() => void) | undefined }

const touchPoint = (event: PointerEvent): TouchPoint => ({ x: event.clientX, y: event.clientY, time: event.timeStamp })

/** The pressed pointers and their gesture. `dragged`: the distance of a swipe in px; null without one. */
function usePress() {
  const down = useRef(new Map<number, Point>())
  const press = useRef<Press>({ kind: 'swipe', start: null })
  const [dragged, setDragged] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  return {
    dragged,
    isHeld,
    setDragged,
    place: (event: PointerEvent) => down.current.get(event.pointerId),
    others: (event: PointerEvent) => [...down.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at),
    put: (event: PointerEvent, at: Point) => void down.current.set(event.pointerId, at),
    kind: () => press.current,
    begin: (kind: Press['kind'], start: TouchPoint | null) => {
      press.current = { kind, start }
      setDragged(kind === 'swipe' ? 0 : null)
      setIsHeld(true)
    },
    /** Returns the gesture that ended with this pointer, if any. */
    lift: (event: PointerEvent): Press | null => {
      const was = press.current
      if (!down.current.delete(event.pointerId)) return null
      setDragged(null)
      setIsHeld(down.current.size > 0)
      // The remaining finger continues to move the picture.
      press.current = { kind: 'pan', start: null }
      return down.current.size > 0 ? null : was
    },
  }
}

function follow(event: PointerEvent, press: ReturnType<typeof usePress>, zoom: Zoom) {
  const before = press.place(event)
  if (!before) return
  const now = pointIn(event.currentTarget, event)
  const [other] = press.others(event)
  const { kind, start } = press.kind()
  if (kind === 'swipe' && start) press.setDragged(event.clientX - start.x)
  else if (kind === 'pinch' && other) zoom.pinch([before, other], [now, other])
  else zoom.pan({ x: now.x - before.x, y: now.y - before.y })
  press.put(event, now)
}

/**
 * Pointer gestures of the stage. One finger drags the picture and changes it on release (L-VAL-15), or moves the zoomed
 * picture; two fingers zoom. A mouse only moves the zoomed picture. A double tap or double click toggles between the whole
 * picture and its own pixels.
 */
export function useStagePointers({ zoom, move, onTap }: Options) {
  const press = usePress()
  const tap = useTaps(onTap)
  const isMouse = useRef(false)

  const onPointerDown = (event: PointerEvent) => {
    isMouse.current = event.pointerType === 'mouse'
    if (isMouse.current && (event.button !== 0 || !zoom.isZoomed)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    press.put(event, pointIn(event.currentTarget, event))
    if (press.others(event).length > 0) press.begin('pinch', null)
    else press.begin(zoom.isZoomed ? 'pan' : 'swipe', touchPoint(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    const done = press.lift(event)
    if (!done) return
    zoom.settle()
    const gesture = done.start && readGesture(done.start, touchPoint(event))
    if (gesture === 'tap' && !isMouse.current)
      tap(touchPoint(event), () => zoom.toggle(pointIn(event.currentTarget, event)))
    if (done.kind === 'swipe' && gesture === 'next') move(1)
    if (done.kind === 'swipe' && gesture === 'previous') move(-1)
  }
  const handlers = {
    onPointerDown,
    onPointerMove: (event: PointerEvent) => follow(event, press, zoom),
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => void (press.lift(event) && zoom.settle()),
    onDoubleClick: (event: MouseEvent) => {
      // A double tap also arrives as a double click, after its taps were handled.
      if (isMouse.current) zoom.toggle(pointIn(event.currentTarget, event))
    },
  }
  return { dragged: press.dragged, isHeld: press.isHeld, handlers }
}
