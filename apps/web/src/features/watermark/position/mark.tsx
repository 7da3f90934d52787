import { placeWatermark, type Placing, type Size } from '@daymark/contracts/watermark'
import { useId, useRef, useState, type CSSProperties } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './mark.module.css'
import { usePlacing, type Place } from './use-placing.ts'

const share = (part: number, whole: number) => `${(part / whole) * 100}%`

/** The position as in the rendered file, in fractions of the picture, so that it is independent of the size on screen. */
function styleOf(picture: Size, logo: Size, config: Placing): CSSProperties {
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
  config: Placing
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
          Drag it, or use the arrow keys; with Shift it goes ten times as far.
        </span>
      </div>
    </>
  )
}
