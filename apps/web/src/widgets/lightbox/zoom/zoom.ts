import { variantEdge } from '@daymark/contracts'

export type Size = { width: number; height: number }
/** A point in px from the center of the stage. */
export type Point = { x: number; y: number }
/**
 * `stage`: size of the stage in CSS px. `picture`: size of the picture in image pixels. `density`: device pixels per
 * CSS px.
 */
export type StageGeometry = { stage: Size; picture: Size; density: number }
/** The shown part of a picture. `scale`: CSS px per image pixel. `x`, `y`: the position of the picture's center. */
export type PictureView = Point & { scale: number }

/** The largest zoom in percent of the actual size. */
const MAX_PERCENT = 400
/** The zoom buttons stop at these percentages of the actual size. */
const ZOOM_STOPS_PERCENT = [5, 10, 15, 25, 33, 50, 67, 100, 150, 200, 300, MAX_PERCENT]
/** Two scales look the same if their ratio is smaller than this. */
const SAME_SCALE_RATIO = 1.02

/** Returns the scale of the initial view: as large as fits, without enlarging the picture. */
export const fitScale = ({ stage, picture }: StageGeometry) =>
  Math.min(stage.width / picture.width, stage.height / picture.height, 1)

export const fitView = (geometry: StageGeometry): PictureView => ({ scale: fitScale(geometry), x: 0, y: 0 })

/** Converts a scale to percent. 100 % is one image pixel per device pixel. */
export const scaleToPercent = ({ density }: StageGeometry, scale: number) => Math.round(scale * density * 100)
const percentToScale = ({ density }: StageGeometry, percent: number) => percent / 100 / density

/** Returns the maximum scale. A small picture can be magnified to four times its initial size. */
const maxScale = (geometry: StageGeometry) => Math.max(percentToScale(geometry, MAX_PERCENT), fitScale(geometry) * 4)

/** Whether a view is the initial view, in which the whole picture is visible. */
export const isFitView = (geometry: StageGeometry, { scale }: PictureView) => scale <= fitScale(geometry) * 1.0001
/** Whether a scale is close to the initial view, as after an imprecise pinch. */
export const isNearlyFitView = (geometry: StageGeometry, { scale }: PictureView) =>
  scale < fitScale(geometry) * SAME_SCALE_RATIO

/**
 * Limits the scale and the position. A picture that is larger than the stage always fills the stage; a smaller picture
 * is centered.
 */
export function clampView(geometry: StageGeometry, { scale: requestedScale, x, y }: PictureView): PictureView {
  const scale = Math.max(fitScale(geometry), Math.min(requestedScale, maxScale(geometry)))
  const clamp = (value: number, size: number, stageSize: number) => {
    const maxDistance = Math.max(0, (size * scale - stageSize) / 2)
    return Math.max(-maxDistance, Math.min(value, maxDistance))
  }
  return {
    scale,
    x: clamp(x, geometry.picture.width, geometry.stage.width),
    y: clamp(y, geometry.picture.height, geometry.stage.height),
  }
}

/** Changes the scale around a point: the pixel at this point does not move. */
export function zoomAt(geometry: StageGeometry, view: PictureView, requestedScale: number, point: Point): PictureView {
  const { scale } = clampView(geometry, { ...view, scale: requestedScale })
  const ratio = scale / view.scale
  return clampView(geometry, {
    scale,
    x: point.x + (view.x - point.x) * ratio,
    y: point.y + (view.y - point.y) * ratio,
  })
}

/** Moves the picture by an offset in px, at most to its edges. */
export const panBy = (geometry: StageGeometry, view: PictureView, { x, y }: Point): PictureView =>
  clampView(geometry, { ...view, x: view.x + x, y: view.y + y })

/** Applies a pinch from one pair of points to another, so that the pixels stay below the fingers. */
export function pinch(
  geometry: StageGeometry,
  view: PictureView,
  startPoints: readonly [Point, Point],
  endPoints: readonly [Point, Point],
): PictureView {
  const distanceBetween = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y)
  const findMidpoint = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const [startMidpoint, endMidpoint] = [findMidpoint(startPoints), findMidpoint(endPoints)]
  const zoomedView = zoomAt(
    geometry,
    view,
    (view.scale * distanceBetween(endPoints)) / Math.max(1, distanceBetween(startPoints)),
    startMidpoint,
  )
  return panBy(geometry, zoomedView, { x: endMidpoint.x - startMidpoint.x, y: endMidpoint.y - startMidpoint.y })
}

/** Returns the scale of the next zoom stop in a direction. */
export function findNextZoomStop(geometry: StageGeometry, scale: number, direction: 1 | -1): number {
  const [minScale, largestScale] = [fitScale(geometry), maxScale(geometry)]
  const innerStops = ZOOM_STOPS_PERCENT.map(percent => percentToScale(geometry, percent)).filter(
    stop => stop > minScale && stop < largestScale,
  )
  const stops = [minScale, ...innerStops, largestScale]
  return direction > 0
    ? (stops.find(stop => stop > scale * SAME_SCALE_RATIO) ?? largestScale)
    : (stops.findLast(stop => stop < scale / SAME_SCALE_RATIO) ?? minScale)
}

/** Returns the scale of a double click: the actual size, or twice the initial size if the actual size is not larger. */
export function doubleClickScale(geometry: StageGeometry): number {
  const [fit, actualSizeScale] = [fitScale(geometry), percentToScale(geometry, 100)]
  return actualSizeScale > fit * 1.1 ? actualSizeScale : fit * 2
}

/**
 * Converts a wheel movement to a zoom factor. A step of a mouse wheel is about 100, an event of a pinch on a touch pad
 * about 5. Larger values are limited to avoid jumps.
 */
export const wheelZoomFactor = (delta: number) => Math.exp(-Math.max(-50, Math.min(delta, 50)) / 100)

/** Whether the screen shows more pixels of the picture than the large variant has. */
export function isBeyondLarge({ picture, density }: StageGeometry, scale: number): boolean {
  const [pictureEdge, variantLongEdge] = [Math.max(picture.width, picture.height), variantEdge('lg', picture)]
  return pictureEdge > variantLongEdge && pictureEdge * scale * density > variantLongEdge * 1.05
}

/** Returns the CSS transform of an element whose layout has the initial size. */
export const toCssTransform = (geometry: StageGeometry, { scale, x, y }: PictureView) =>
  `translate(${x}px, ${y}px) scale(${scale / fitScale(geometry)})`
