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

const toPercent = (part: number, whole: number) => `${(part / whole) * 100}%`

/**
 * Returns the CSS position of the logo in percent of the picture. As in the rendered file, it does not depend on the
 * size of the preview.
 */
function logoStyle(picture: Size, logo: Size, config: PlacementSettings): CSSProperties {
  const { left, top, width, height } = placeWatermark(picture, logo, config)
  return {
    left: toPercent(left, picture.width),
    top: toPercent(top, picture.height),
    width: toPercent(width, picture.width),
    height: toPercent(height, picture.height),
  }
}

/** Returns the size of the picture and the rectangle of the logo in it, in px on screen. */
const measureBoxes = ({ offsetParent, offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight }: HTMLElement) =>
  offsetParent && {
    picture: { width: offsetParent.clientWidth, height: offsetParent.clientHeight },
    logo: { left, top, width: offsetWidth, height: offsetHeight },
  }

type WatermarkHandleProps = {
  logoUrl: string
  /** The size of the picture. */
  picture: Size
  config: PlacementSettings
  position: Position
  onMove: (position: Position) => void
}

/** The watermark in the preview, which the user drags or moves with the arrow keys. */
export function WatermarkHandle({ logoUrl, picture, config, position, onMove }: WatermarkHandleProps) {
  const hint = useId()
  const watermarkElement = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  const { isMoving, handlers } = useMovableLogo(
    position,
    onMove,
    () => watermarkElement.current && measureBoxes(watermarkElement.current),
  )
  return (
    <>
      {isMoving && position.x === 50 && <span className={styles['middle-x']} />}
      {isMoving && position.y === 50 && <span className={styles['middle-y']} />}
      <div
        ref={watermarkElement}
        className={styles['mark']}
        style={size ? logoStyle(picture, size, config) : { visibility: 'hidden' }}
      >
        <img
          src={logoUrl}
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
export type Position = { x: number; y: number }

/** Positions this close to the center snap to it. */
const SNAP_PERCENT = 1.5
const KEY_STEP_PERCENT = 1
const SHIFT_KEY_STEP_PERCENT = 10
const ARROW_DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Rounds to a tenth of a percent; smaller steps are invisible. */
const roundPercent = (percent: number) => Math.round(percent * 10) / 10
const snapToCenter = (percent: number) => (Math.abs(percent - 50) <= SNAP_PERCENT ? 50 : roundPercent(percent))
/** S-WM-10: limits a position to 0 to 100 percent. */
const clampPercent = (percent: number) => roundPercent(Math.min(100, Math.max(0, percent)))

/** The size of the picture and the rectangle of the logo in it, in px on screen. */
type Boxes = { picture: Size; logo: Rectangle }

/** Moves the logo with the pointer or the arrow keys; with Shift, a key moves it ten times as far. */
function useMovableLogo(position: Position, onMove: (position: Position) => void, readBoxes: () => Boxes | null) {
  const drag = useRef<(Boxes & { dragStart: Position }) | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const stopMoving = () => {
    drag.current = null
    setIsMoving(false)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const boxes = readBoxes()
      if (event.button !== 0 || !boxes) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { ...boxes, dragStart: { x: event.clientX, y: event.clientY } }
      setIsMoving(true)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag.current) return
      const { picture, logo, dragStart } = drag.current
      const logoBox = {
        ...logo,
        left: logo.left + event.clientX - dragStart.x,
        top: logo.top + event.clientY - dragStart.y,
      }
      const { x, y } = positionPercentagesAt(picture, logoBox)
      onMove({ x: snapToCenter(x), y: snapToCenter(y) })
    },
    onPointerUp: stopMoving,
    onPointerCancel: stopMoving,
    onKeyDown: (event: KeyboardEvent) => {
      const direction = ARROW_DIRECTIONS[event.key]
      if (!direction) return
      event.preventDefault()
      const stepPercent = event.shiftKey ? SHIFT_KEY_STEP_PERCENT : KEY_STEP_PERCENT
      onMove({
        x: clampPercent(position.x + direction[0] * stepPercent),
        y: clampPercent(position.y + direction[1] * stepPercent),
      })
    },
  }
  return { isMoving, handlers }
}
