import { useEffect, useState } from 'react'
import { useSize } from '../../../lib/hooks/use-size.ts'
import type { StagePhoto } from '../stage/stage-photo.ts'
import {
  clampView,
  detailScale,
  fitScale,
  fitView,
  isBeyondLarge,
  isFit,
  isNearlyFit,
  panBy,
  percentOf,
  pinch,
  stepScale,
  transformOf,
  wheelFactor,
  zoomAt,
  type Frame,
  type Point,
  type Size,
  type View,
} from './zoom.ts'

export type Zoom = ReturnType<typeof useZoom>

const middle: Point = { x: 0, y: 0 }
/** px of a line, where a wheel counts in lines. */
const LINE = 16

/** From the middle of an element, which is where pictures are measured from. */
export function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** Ctrl with the wheel (what a pinch on a touch pad arrives as) zooms; the wheel alone moves what is zoomed. */
function useWheel(element: HTMLElement | null, onWheel: (event: WheelEvent, stage: HTMLElement) => void) {
  useEffect(() => {
    if (!element) return
    const listen = (event: WheelEvent) => onWheel(event, element)
    // Not through React, whose listener may not keep the browser from zooming the whole page.
    element.addEventListener('wheel', listen, { passive: false })
    return () => element.removeEventListener('wheel', listen)
  })
}

function frameOf(photo: StagePhoto | undefined, stage: Size): Frame | null {
  if (!photo?.width || !photo.height || photo.unavailable || !stage.width || !stage.height) return null
  return { stage, picture: { width: photo.width, height: photo.height }, density: window.devicePixelRatio || 1 }
}

/** What is seen of a photo. Kept by its id: another photo is seen as a whole again. */
function useView(id: string, frame: Frame | null) {
  const [zoomed, setZoomed] = useState<{ id: string; view: View } | null>(null)
  const shown = (frame: Frame, now: typeof zoomed) => (now?.id === id ? clampView(frame, now.view) : fitView(frame))
  const change = (next: (frame: Frame, view: View) => View) => {
    // From the newest view: several events may come before the next rendering.
    if (frame) setZoomed(now => ({ id, view: next(frame, shown(frame, now)) }))
  }
  return { view: frame && shown(frame, zoomed), change, reset: () => setZoomed(null) }
}

/** What is shown of the photo, in terms of what is drawn. */
function drawn(frame: Frame | null, view: View | null) {
  if (!frame || !view) return { isZoomed: false, percent: null, transform: undefined, scale: 1, isBeyondLarge: false }
  const isZoomed = !isFit(frame, view)
  return {
    isZoomed,
    percent: percentOf(frame, view.scale),
    transform: isZoomed ? transformOf(frame, view) : undefined,
    scale: isZoomed ? view.scale / fitScale(frame) : 1,
    isBeyondLarge: isZoomed && isBeyondLarge(frame, view.scale),
  }
}

/** How the photo on the stage is looked at, and what changes it. `attach` is for the element of the stage. */
export function useZoom(photo: StagePhoto | undefined) {
  const [stage, attach] = useState<HTMLElement | null>(null)
  const frame = frameOf(photo, useSize(stage))
  const { view, change, reset } = useView(photo?.id ?? '', frame)
  const shown = drawn(frame, view)
  const step = (direction: 1 | -1) =>
    change((frame, view) => zoomAt(frame, view, stepScale(frame, view.scale, direction), middle))
  const pan = (by: Point) => change((frame, view) => panBy(frame, view, by))

  useWheel(stage, (event, stage) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1
    const factor = wheelFactor(event.deltaY * unit)
    if (event.ctrlKey) change((frame, view) => zoomAt(frame, view, view.scale * factor, pointIn(stage, event)))
    else if (shown.isZoomed) pan({ x: -event.deltaX * unit, y: -event.deltaY * unit })
    else return
    event.preventDefault()
  })

  return {
    ...shown,
    attach,
    zoomIn: () => step(1),
    zoomOut: () => step(-1),
    reset,
    /** As a whole, or its own pixels around a point. */
    toggle: (at: Point = middle) =>
      shown.isZoomed ? reset() : change((frame, view) => zoomAt(frame, view, detailScale(frame), at)),
    pan,
    pinch: (from: readonly [Point, Point], to: readonly [Point, Point]) =>
      change((frame, view) => pinch(frame, view, from, to)),
    /** The fingers are gone. */
    settle: () => frame && view && isNearlyFit(frame, view) && reset(),
  }
}
