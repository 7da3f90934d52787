import {
  placeWatermark,
  type PlacementSettings,
  type Rectangle,
  positionPercentagesAt,
  type Size,
} from '@daymark/contracts/watermark'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './position.module.css'

const share = (part: number, whole: number) => `${(part / whole) * 100}%`

/** The position as in the rendered file, in fractions of the picture, so that it is independent of the size on screen. */
function styleOf(picture: Size, logo: Size, config: PlacementSettings): CSSProperties {
  const { left, top, width, height } = placeWatermark(picture, logo, config)
  return {
    left: share(left, picture.width),
    top: share(top, picture.height),
    width: share(width, picture.width),
    height: share(height, picture.height),
  }
}

/** The boxes of the picture and of the logo in it, on screen. */
const boxesOf = ({ offsetParent, offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight }: HTMLElement) =>
  offsetParent && {
    picture: { width: offsetParent.clientWidth, height: offsetParent.clientHeight },
    logo: { left, top, width: offsetWidth, height: offsetHeight },
  }

type Props = {
  /** The address of the logo. */
  logo: string
  /** The size of the picture. */
  picture: Size
  config: PlacementSettings
  place: Place
  onPlace: (place: Place) => void
}

/** The watermark in the preview: it is dragged, or moved by the arrow keys. */
export function Mark({ logo, picture, config, place, onPlace }: Props) {
  const hint = useId()
  const mark = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  const { isMoving, handlers } = usePlacing(place, onPlace, () => mark.current && boxesOf(mark.current))
  return (
    <>
      {isMoving && place.x === 50 && <span className={styles['middle-x']} />}
      {isMoving && place.y === 50 && <span className={styles['middle-y']} />}
      <div
        ref={mark}
        className={styles['mark']}
        style={size ? styleOf(picture, size, config) : { visibility: 'hidden' }}
      >
        <img
          src={logo}
          alt=""
          draggable={false}
          className={styles['logo']}
          style={{ opacity: config.opacity }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
        <button
          type="button"
          aria-label="Move the watermark"
          aria-describedby={hint}
          className={classNames(styles['handle'], isMoving && styles['moving'])}
          {...handlers}
        />
        <span id={hint} className="visually-hidden">
          Drag the watermark, or use the arrow keys. Hold Shift to move it ten times as far.
        </span>
      </div>
    </>
  )
}

/** The position of the logo, in percent of the free space (rule 41). */
export type Place = { x: number; y: number }

/** Positions this close to the middle snap to it. */
const SNAP_PERCENT = 1.5
const KEY_STEP = 1
const KEY_LEAP = 10
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** To a tenth of a percent: smaller steps are invisible. */
const rounded = (percent: number) => Math.round(percent * 10) / 10
const snapped = (percent: number) => (Math.abs(percent - 50) <= SNAP_PERCENT ? 50 : rounded(percent))
/** S-WM-10 */
const clamped = (percent: number) => rounded(Math.min(100, Math.max(0, percent)))

/** The boxes of the picture and of the logo in it, on screen. */
type Boxes = { picture: Size; logo: Rectangle }

/** Moves the logo by mouse, pen or finger, and by the arrow keys, with Shift ten times as far. */
function usePlacing(place: Place, onPlace: (place: Place) => void, boxes: () => Boxes | null) {
  const grip = useRef<(Boxes & { from: Place }) | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const letGo = () => {
    grip.current = null
    setIsMoving(false)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const now = boxes()
      if (event.button !== 0 || !now) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { ...now, from: { x: event.clientX, y: event.clientY } }
      setIsMoving(true)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!grip.current) return
      const { picture, logo, from } = grip.current
      const at = { ...logo, left: logo.left + event.clientX - from.x, top: logo.top + event.clientY - from.y }
      const { x, y } = positionPercentagesAt(picture, at)
      onPlace({ x: snapped(x), y: snapped(y) })
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown: (event: KeyboardEvent) => {
      const step = ARROWS[event.key]
      if (!step) return
      event.preventDefault()
      const far = event.shiftKey ? KEY_LEAP : KEY_STEP
      onPlace({ x: clamped(place.x + step[0] * far), y: clamped(place.y + step[1] * far) })
    },
  }
  return { isMoving, handlers }
}
