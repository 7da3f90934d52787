import { SWIPE_MIN_PX, TAP_MAX_MS, TAP_MAX_PX } from '@daymark/contracts'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { pointIn, type Zoom } from '../zoom/use-zoom.ts'
import type { Point } from '../zoom/zoom.ts'

type TouchPoint = { x: number; y: number; time: number }

/** L-VAL-15: returns the gesture of one finger from the points where it touched and left the picture. */
export function readGesture(start: TouchPoint, end: TouchPoint): 'previous' | 'next' | 'tap' | 'none' {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  if (Math.abs(dx) > SWIPE_MIN_PX && Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 'next' : 'previous'
  if (Math.hypot(dx, dy) < TAP_MAX_PX && end.time - start.time < TAP_MAX_MS) return 'tap'
  return 'none'
}

/** Two taps within this time and distance are a double tap. Operating systems use similar values. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_MAX_PX = 40

const isDoubleTap = (first: TouchPoint, second: TouchPoint) =>
  second.time - first.time < DOUBLE_TAP_MS && Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP_MAX_PX

/**
 * Calls `onTap` for each tap without delay. At a double tap, calls `onDouble` too; the two calls of `onTap`, which
 * toggles the controls, then have no effect.
 */
function useTapHandler(onTap: (() => void) | undefined) {
  const last = useRef<TouchPoint | null>(null)
  return (at: TouchPoint, onDouble: () => void) => {
    onTap?.()
    const isSecond = last.current !== null && isDoubleTap(last.current, at)
    last.current = isSecond ? null : at
    if (isSecond) onDouble()
  }
}

type Gesture = {
  kind: 'swipe' | 'pan' | 'pinch'
  /** The point where the gesture started. Null if it cannot be a swipe or a tap. */
  start: TouchPoint | null
}
type StagePointerOptions = { zoom: Zoom; move: (by: number) => void; onTap: (() => void) | undefined }

const toTouchPoint = (event: PointerEvent): TouchPoint => ({
  x: event.clientX,
  y: event.clientY,
  time: event.timeStamp,
})

/** Tracks the pressed pointers and their gesture. `dragged` is the distance of a swipe in px, or null. */
function useGesture() {
  const pressedPointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>({ kind: 'swipe', start: null })
  const [dragged, setDragged] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  return {
    dragged,
    isHeld,
    setDragged,
    pointOf: (event: PointerEvent) => pressedPointers.current.get(event.pointerId),
    otherPoints: (event: PointerEvent) =>
      [...pressedPointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at),
    setPoint: (event: PointerEvent, at: Point) => void pressedPointers.current.set(event.pointerId, at),
    current: () => gesture.current,
    begin: (kind: Gesture['kind'], start: TouchPoint | null) => {
      gesture.current = { kind, start }
      setDragged(kind === 'swipe' ? 0 : null)
      setIsHeld(true)
    },
    /** Removes a pointer. Returns the gesture if it ended with this pointer, or null. */
    end: (event: PointerEvent): Gesture | null => {
      const ended = gesture.current
      if (!pressedPointers.current.delete(event.pointerId)) return null
      setDragged(null)
      setIsHeld(pressedPointers.current.size > 0)
      // One of two fingers was lifted. The other finger continues to move the picture.
      gesture.current = { kind: 'pan', start: null }
      return pressedPointers.current.size > 0 ? null : ended
    },
  }
}

function movePointer(event: PointerEvent, press: ReturnType<typeof useGesture>, zoom: Zoom) {
  const before = press.pointOf(event)
  if (!before) return
  const now = pointIn(event.currentTarget, event)
  const [other] = press.otherPoints(event)
  const { kind, start } = press.current()
  if (kind === 'swipe' && start) press.setDragged(event.clientX - start.x)
  else if (kind === 'pinch' && other) zoom.pinch([before, other], [now, other])
  else zoom.pan({ x: now.x - before.x, y: now.y - before.y })
  press.setPoint(event, now)
}

/**
 * Handles the pointer gestures of the stage. One finger swipes to another photo (L-VAL-15) or moves the zoomed picture;
 * two fingers zoom. A mouse moves the zoomed picture. A double tap or double click toggles between the whole picture
 * and its actual size.
 */
export function useStagePointers({ zoom, move, onTap }: StagePointerOptions) {
  const press = useGesture()
  const tap = useTapHandler(onTap)
  const isMouse = useRef(false)

  const onPointerDown = (event: PointerEvent) => {
    isMouse.current = event.pointerType === 'mouse'
    if (isMouse.current && (event.button !== 0 || !zoom.isZoomed)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    press.setPoint(event, pointIn(event.currentTarget, event))
    if (press.otherPoints(event).length > 0) press.begin('pinch', null)
    else press.begin(zoom.isZoomed ? 'pan' : 'swipe', toTouchPoint(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    const done = press.end(event)
    if (!done) return
    zoom.settle()
    const gesture = done.start && readGesture(done.start, toTouchPoint(event))
    if (gesture === 'tap' && !isMouse.current)
      tap(toTouchPoint(event), () => zoom.toggle(pointIn(event.currentTarget, event)))
    if (done.kind === 'swipe' && gesture === 'next') move(1)
    if (done.kind === 'swipe' && gesture === 'previous') move(-1)
  }
  const handlers = {
    onPointerDown,
    onPointerMove: (event: PointerEvent) => movePointer(event, press, zoom),
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => void (press.end(event) && zoom.settle()),
    onDoubleClick: (event: MouseEvent) => {
      // Only for a mouse: a double tap also fires a double click event, but is handled by `useTapHandler`.
      if (isMouse.current) zoom.toggle(pointIn(event.currentTarget, event))
    },
  }
  return { dragged: press.dragged, isHeld: press.isHeld, handlers }
}
