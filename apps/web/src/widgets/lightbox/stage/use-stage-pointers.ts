import { SWIPE_MIN_PX, TAP_MAX_MS, TAP_MAX_PX } from '@daymark/contracts'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { pointerPositionIn, type Zoom } from '../zoom/use-zoom.ts'
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
 * Calls `onTap` for each tap without delay. At a double tap, calls `onDouble` too. `onTap` toggles the controls, so its
 * two calls at a double tap cancel each other.
 */
function useTapHandler(onTap: (() => void) | undefined) {
  const lastTap = useRef<TouchPoint | null>(null)
  return (point: TouchPoint, onDouble: () => void) => {
    onTap?.()
    const isSecond = lastTap.current !== null && isDoubleTap(lastTap.current, point)
    lastTap.current = isSecond ? null : point
    if (isSecond) onDouble()
  }
}

type Gesture = {
  kind: 'swipe' | 'pan' | 'pinch'
  /** The point where the gesture started. Null if it cannot be a swipe or a tap. */
  start: TouchPoint | null
}
type StagePointerOptions = { zoom: Zoom; move: (step: number) => void; onTap: (() => void) | undefined }

const toTouchPoint = (event: PointerEvent): TouchPoint => ({
  x: event.clientX,
  y: event.clientY,
  time: event.timeStamp,
})

/** Tracks the pressed pointers and their gesture. `draggedPx` is the distance of a swipe in px, or null. */
function useGesture() {
  const pressedPointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>({ kind: 'swipe', start: null })
  const [draggedPx, setDraggedPx] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  return {
    draggedPx,
    isHeld,
    setDraggedPx,
    pointOf: (event: PointerEvent) => pressedPointers.current.get(event.pointerId),
    otherPoints: (event: PointerEvent) =>
      [...pressedPointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point),
    setPoint: (event: PointerEvent, point: Point) => void pressedPointers.current.set(event.pointerId, point),
    current: () => gesture.current,
    begin: (kind: Gesture['kind'], start: TouchPoint | null) => {
      gesture.current = { kind, start }
      setDraggedPx(kind === 'swipe' ? 0 : null)
      setIsHeld(true)
    },
    /** Removes a pointer. Returns the gesture if it ended with this pointer, or null. */
    end: (event: PointerEvent): Gesture | null => {
      const endedGesture = gesture.current
      if (!pressedPointers.current.delete(event.pointerId)) return null
      setDraggedPx(null)
      setIsHeld(pressedPointers.current.size > 0)
      // One of two fingers was lifted. The other finger continues to move the picture.
      gesture.current = { kind: 'pan', start: null }
      return pressedPointers.current.size > 0 ? null : endedGesture
    },
  }
}

function movePointer(event: PointerEvent, gestureTracker: ReturnType<typeof useGesture>, zoom: Zoom) {
  const previousPoint = gestureTracker.pointOf(event)
  if (!previousPoint) return
  const currentPoint = pointerPositionIn(event.currentTarget, event)
  const [otherPoint] = gestureTracker.otherPoints(event)
  const { kind, start } = gestureTracker.current()
  if (kind === 'swipe' && start) gestureTracker.setDraggedPx(event.clientX - start.x)
  else if (kind === 'pinch' && otherPoint) zoom.pinch([previousPoint, otherPoint], [currentPoint, otherPoint])
  else zoom.pan({ x: currentPoint.x - previousPoint.x, y: currentPoint.y - previousPoint.y })
  gestureTracker.setPoint(event, currentPoint)
}

/**
 * Handles the pointer gestures of the stage. One finger swipes to another photo (L-VAL-15) or moves the zoomed picture;
 * two fingers zoom. A mouse moves the zoomed picture. A double tap or double click toggles between the whole picture
 * and its actual size.
 */
export function useStagePointers({ zoom, move, onTap }: StagePointerOptions) {
  const gestureTracker = useGesture()
  const tap = useTapHandler(onTap)
  const isMouse = useRef(false)

  const onPointerDown = (event: PointerEvent) => {
    isMouse.current = event.pointerType === 'mouse'
    if (isMouse.current && (event.button !== 0 || !zoom.isZoomed)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    gestureTracker.setPoint(event, pointerPositionIn(event.currentTarget, event))
    if (gestureTracker.otherPoints(event).length > 0) gestureTracker.begin('pinch', null)
    else gestureTracker.begin(zoom.isZoomed ? 'pan' : 'swipe', toTouchPoint(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    const endedGesture = gestureTracker.end(event)
    if (!endedGesture) return
    zoom.snapToFit()
    const gesture = endedGesture.start && readGesture(endedGesture.start, toTouchPoint(event))
    if (gesture === 'tap' && !isMouse.current)
      tap(toTouchPoint(event), () => zoom.toggle(pointerPositionIn(event.currentTarget, event)))
    if (endedGesture.kind === 'swipe' && gesture === 'next') move(1)
    if (endedGesture.kind === 'swipe' && gesture === 'previous') move(-1)
  }
  const handlers = {
    onPointerDown,
    onPointerMove: (event: PointerEvent) => movePointer(event, gestureTracker, zoom),
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => void (gestureTracker.end(event) && zoom.snapToFit()),
    onDoubleClick: (event: MouseEvent) => {
      // Only for a mouse: a double tap also fires a double click event, but is handled by `useTapHandler`.
      if (isMouse.current) zoom.toggle(pointerPositionIn(event.currentTarget, event))
    },
  }
  return { draggedPx: gestureTracker.draggedPx, isHeld: gestureTracker.isHeld, handlers }
}
