import { variantEdge } from '@daymark/contracts'

export type Size = { width: number; height: number }
/** In px from the middle of the stage. */
export type Point = { x: number; y: number }
/** The stage in CSS px, the picture in its own pixels, and the device pixels per CSS px. */
export type Frame = { stage: Size; picture: Size; density: number }
/** `scale`: CSS px per pixel of the picture; `x`, `y`: the position of its middle. */
export type View = Point & { scale: number }

/** 400 %: the limit of useful magnification. */
const MAX_PERCENT = 400
/** The stops of the buttons, in percent of the picture's own pixels. */
const STOPS = [5, 10, 15, 25, 33, 50, 67, 100, 150, 200, 300, MAX_PERCENT]
/** Smaller differences between two scales are invisible. */
const SAME = 1.02

/** As large as fits, never enlarged: the initial view. */
export const fitScale = ({ stage, picture }: Frame) =>
  Math.min(stage.width / picture.width, stage.height / picture.height, 1)

export const fitView = (frame: Frame): View => ({ scale: fitScale(frame), x: 0, y: 0 })

/** 100 % is one pixel of the picture per device pixel. */
export const percentOf = ({ density }: Frame, scale: number) => Math.round(scale * density * 100)
const scaleOf = ({ density }: Frame, percent: number) => percent / 100 / density

/** A small picture can be magnified beyond its initial size. */
const maxScale = (frame: Frame) => Math.max(scaleOf(frame, MAX_PERCENT), fitScale(frame) * 4)

export const isFit = (frame: Frame, { scale }: View) => scale <= fitScale(frame) * 1.0001
/** After a pinch that ends close to the initial view. */
export const isNearlyFit = (frame: Frame, { scale }: View) => scale < fitScale(frame) * SAME

/** Clamps the scale, and avoids an empty strip on one side while the picture overflows on the other. */
export function clampView(frame: Frame, { scale: wanted, x, y }: View): View {
  const scale = Math.max(fitScale(frame), Math.min(wanted, maxScale(frame)))
  const within = (value: number, size: number, room: number) => {
    const most = Math.max(0, (size * scale - room) / 2)
    return Math.max(-most, Math.min(value, most))
  }
  return {
    scale,
    x: within(x, frame.picture.width, frame.stage.width),
    y: within(y, frame.picture.height, frame.stage.height),
  }
}

/** Changes the scale; the pixel at the point stays there. */
export function zoomAt(frame: Frame, view: View, wanted: number, at: Point): View {
  const { scale } = clampView(frame, { ...view, scale: wanted })
  const ratio = scale / view.scale
  return clampView(frame, { scale, x: at.x + (view.x - at.x) * ratio, y: at.y + (view.y - at.y) * ratio })
}

export const panBy = (frame: Frame, view: View, { x, y }: Point): View =>
  clampView(frame, { ...view, x: view.x + x, y: view.y + y })

/** Two fingers moved from one pair of points to another: the pixels below follow them. */
export function pinch(frame: Frame, view: View, from: readonly [Point, Point], to: readonly [Point, Point]): View {
  const apart = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y)
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const [before, after] = [middle(from), middle(to)]
  const zoomed = zoomAt(frame, view, (view.scale * apart(to)) / Math.max(1, apart(from)), before)
  return panBy(frame, zoomed, { x: after.x - before.x, y: after.y - before.y })
}

/** The next stop in a direction. */
export function stepScale(frame: Frame, scale: number, direction: 1 | -1): number {
  const [least, most] = [fitScale(frame), maxScale(frame)]
  const inner = STOPS.map(percent => scaleOf(frame, percent)).filter(stop => stop > least && stop < most)
  const stops = [least, ...inner, most]
  return direction > 0
    ? (stops.find(stop => stop > scale * SAME) ?? most)
    : (stops.findLast(stop => stop < scale / SAME) ?? least)
}

/** The scale of a double click: the picture's own pixels, or twice the size if these are not larger. */
export function detailScale(frame: Frame): number {
  const [fit, own] = [fitScale(frame), scaleOf(frame, 100)]
  return own > fit * 1.1 ? own : fit * 2
}

/** A notch of a wheel is about 100, an event of a touch pad pinch a few; neither may jump. */
export const wheelFactor = (delta: number) => Math.exp(-Math.max(-50, Math.min(delta, 50)) / 100)

/** The large variant has fewer pixels than the screen would show of the picture. */
export function isBeyondLarge({ picture, density }: Frame, scale: number): boolean {
  const [longest, large] = [Math.max(picture.width, picture.height), variantEdge('lg', picture)]
  return longest > large && longest * scale * density > large * 1.05
}

/** For an element that is laid out as large as fits. */
export const transformOf = (frame: Frame, { scale, x, y }: View) =>
  `translate(${x}px, ${y}px) scale(${scale / fitScale(frame)})`
