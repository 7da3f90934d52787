import type { ViewerKeys } from '../use-viewer-keys.ts'
import type { Zoom } from '../zoom/use-zoom.ts'

/** The distance in px by which an arrow key moves the zoomed photo. */
const STEP = 80

/** L-LB-07, S-PUB-06: the arrow keys navigate, or move the zoomed photo; then Escape first resets the zoom. */
export const stageKeys = (zoom: Zoom, move: (by: number) => void): ViewerKeys => ({
  z: () => zoom.toggle(),
  '+': zoom.zoomIn,
  '=': zoom.zoomIn,
  '-': zoom.zoomOut,
  '0': zoom.reset,
  ...(zoom.isZoomed
    ? {
        Escape: zoom.reset,
        ArrowLeft: () => zoom.pan({ x: STEP, y: 0 }),
        ArrowRight: () => zoom.pan({ x: -STEP, y: 0 }),
        ArrowUp: () => zoom.pan({ x: 0, y: STEP }),
        ArrowDown: () => zoom.pan({ x: 0, y: -STEP }),
      }
    : { ArrowLeft: () => move(-1), ArrowRight: () => move(1) }),
})
