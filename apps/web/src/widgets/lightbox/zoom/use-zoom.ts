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
/** The height of a line in px, for wheels that count in lines. */
const LINE = 16

/** Relative to the middle of an element, which is the origin of pictures. */
export function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** Ctrl with the wheel (also a pinch on a touch pad) zooms; the wheel alone moves the zoomed photo. */
function useWheel(element: HTMLElement | null, onWheel: (event: WheelEvent, stage: HTMLElement) => void) {
  useEffect(() => {
    if (!element) return
    const listen = (event: WheelEvent) => onWheel(event, element)
    // Not a React listener, because those are passive and cannot prevent the browser from zooming the page.
    element.addEventListener('wheel', listen, { passive: false })
    return () => element.removeEventListener('wheel', listen)
  })
}

function frameOf(photo: StagePhoto | undefined, stage: Size): Frame | null {
  if (!photo?.width || !photo.height || photo.unavailable || !stage.width || !stage.height) return null
  return { stage, picture: { width: photo.width, height: photo.height }, density: window.devicePixelRatio || 1 }
}

/** The zoom and position of a photo, stored by its id: another photo is shown as a whole. */
function useView(id: string, frame: Frame | null) {
  const [zoomed, setZoomed] = useState<{ id: string; view: View } | null>(null)
  const shown = (frame: Frame, now: typeof zoomed) => (now?.id === id ? clampView(frame, now.view) : fitView(frame))
  const change = (next: (frame: Frame, view: View) => View) => {
    // Based on the newest state: several events may precede the next render.
    if (frame) setZoomed(now => ({ id, view: next(frame, shown(frame, now)) }))
  }
  return { view: frame && shown(frame, zoomed), change, reset: () => setZoomed(null) }
}

/** The view of the photo in the coordinates of the stage. */
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

/** The zoom of the photo on the stage and its actions. `attach` is the ref of the stage. */
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
    /** Toggles between the whole photo and its own pixels around a point. */
    toggle: (at: Point = middle) =>
      shown.isZoomed ? reset() : change((frame, view) => zoomAt(frame, view, detailScale(frame), at)),
    pan,
    pinch: (from: readonly [Point, Point], to: readonly [Point, Point]) =>
      change((frame, view) => pinch(frame, view, from, to)),
    /** The fingers were lifted. */
    settle: () => frame && view && isNearlyFit(frame, view) && reset(),
  }
}
