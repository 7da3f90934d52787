import { useEffect, useState } from 'react'
import { useSize } from '../../../lib/hooks/use-size.ts'
import type { StagePhoto } from '../stage/slide.tsx'
import {
  clampView,
  doubleClickScale,
  fitScale,
  fitView,
  isBeyondLarge,
  isFitView,
  isNearlyFitView,
  panBy,
  scaleToPercent,
  pinch,
  findNextZoomStop,
  toCssTransform,
  wheelZoomFactor,
  zoomAt,
  type StageGeometry,
  type Point,
  type Size,
  type PictureView,
} from './zoom.ts'

export type Zoom = ReturnType<typeof useZoom>

const CENTER: Point = { x: 0, y: 0 }
/** Assumed height of a line in px, for mouse wheels that scroll by lines. */
const WHEEL_LINE_PX = 16

/** Returns the position of a pointer relative to the center of an element. */
export function pointerPositionIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** Adds a wheel listener to the stage. Browsers report a pinch on a touch pad as Ctrl with the wheel. */
function useWheel(element: HTMLElement | null, onWheel: (event: WheelEvent, stage: HTMLElement) => void) {
  useEffect(() => {
    if (!element) return
    const handleWheel = (event: WheelEvent) => onWheel(event, element)
    // React's wheel listeners are passive, so they cannot prevent the browser from zooming the page.
    element.addEventListener('wheel', handleWheel, { passive: false })
    return () => element.removeEventListener('wheel', handleWheel)
  })
}

function measureStage(photo: StagePhoto | undefined, stage: Size): StageGeometry | null {
  if (!photo?.width || !photo.height || photo.unavailable || !stage.width || !stage.height) return null
  return { stage, picture: { width: photo.width, height: photo.height }, density: window.devicePixelRatio || 1 }
}

/** Stores the zoom and position of one photo. When another photo is shown, it starts with the initial zoom. */
function useView(id: string, geometry: StageGeometry | null) {
  const [zoomed, setZoomed] = useState<{ id: string; view: PictureView } | null>(null)
  const currentView = (geometry: StageGeometry, current: typeof zoomed) =>
    current?.id === id ? clampView(geometry, current.view) : fitView(geometry)
  const updateView = (next: (geometry: StageGeometry, view: PictureView) => PictureView) => {
    // Uses the newest state, because several events may arrive before the next render.
    if (geometry) setZoomed(current => ({ id, view: next(geometry, currentView(geometry, current)) }))
  }
  return { view: geometry && currentView(geometry, zoomed), updateView, reset: () => setZoomed(null) }
}

/** Converts the view of a photo to the values that the stage renders. */
function describeView(geometry: StageGeometry | null, view: PictureView | null) {
  if (!geometry || !view)
    return { isZoomed: false, percent: null, transform: undefined, scale: 1, isBeyondLarge: false }
  const isZoomed = !isFitView(geometry, view)
  return {
    isZoomed,
    percent: scaleToPercent(geometry, view.scale),
    transform: isZoomed ? toCssTransform(geometry, view) : undefined,
    scale: isZoomed ? view.scale / fitScale(geometry) : 1,
    isBeyondLarge: isZoomed && isBeyondLarge(geometry, view.scale),
  }
}

/** Returns the zoom of the photo on the stage and its actions. `attach` is the ref callback of the stage element. */
export function useZoom(photo: StagePhoto | undefined) {
  const [stage, attach] = useState<HTMLElement | null>(null)
  const geometry = measureStage(photo, useSize(stage))
  const { view, updateView, reset } = useView(photo?.id ?? '', geometry)
  const viewState = describeView(geometry, view)
  const step = (direction: 1 | -1) =>
    updateView((geometry, view) => zoomAt(geometry, view, findNextZoomStop(geometry, view.scale, direction), CENTER))
  const pan = (offset: Point) => updateView((geometry, view) => panBy(geometry, view, offset))

  useWheel(stage, (event, stage) => {
    const pxPerUnit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1
    const factor = wheelZoomFactor(event.deltaY * pxPerUnit)
    if (event.ctrlKey)
      updateView((geometry, view) => zoomAt(geometry, view, view.scale * factor, pointerPositionIn(stage, event)))
    else if (viewState.isZoomed) pan({ x: -event.deltaX * pxPerUnit, y: -event.deltaY * pxPerUnit })
    else return
    event.preventDefault()
  })

  return {
    ...viewState,
    attach,
    zoomIn: () => step(1),
    zoomOut: () => step(-1),
    reset,
    /** Toggles between the whole photo and its actual size around a point. */
    toggle: (point: Point = CENTER) =>
      viewState.isZoomed
        ? reset()
        : updateView((geometry, view) => zoomAt(geometry, view, doubleClickScale(geometry), point)),
    pan,
    pinch: (startPoints: readonly [Point, Point], endPoints: readonly [Point, Point]) =>
      updateView((geometry, view) => pinch(geometry, view, startPoints, endPoints)),
    /** When the fingers leave the screen, resets a zoom that is nearly the initial one. */
    snapToFit: () => geometry && view && isNearlyFitView(geometry, view) && reset(),
  }
}
