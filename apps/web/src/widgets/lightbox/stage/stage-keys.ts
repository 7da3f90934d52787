import type { ViewerKeys } from '../use-viewer-keys.ts'
import type { Zoom } from '../zoom/use-zoom.ts'

/** px an arrow key moves what is zoomed. */
const STEP = 80

/** L-LB-07, S-PUB-06: the arrow keys turn the pages, or move what is zoomed; then Escape first shows the whole photo again. */
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
