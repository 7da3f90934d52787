import { positionNameAt, percentagesOfPosition, type WatermarkPosition } from '@daymark/contracts'
import type { PlacementSettings, Size } from '@daymark/contracts/watermark'
import { useId, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Mark, type Place } from './mark.tsx'
import styles from './position.module.css'

/** The background of the preview: a picture, or paper. `cropTo`: shows only a crop of this orientation. */
export type Backdrop = { src: string | null; size: Size; cropTo?: Size; paper?: 'light' | 'dark' | 'both' }

type Props = {
  name: string
  backdrop: Backdrop
  /** The address of the logo. */
  logo: string
  config: PlacementSettings
  place: Place
  onPlace: (place: Place) => void
}

/** S-WM-04: a picture with the watermark on it, as visitors will see it. */
export function WatermarkedPicture({ name, backdrop, ...mark }: Props) {
  const [loaded, setLoaded] = useState<{ src: string; size: Size } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const src = backdrop.src === failed ? null : backdrop.src
  const paper = src ? undefined : (backdrop.paper ?? 'both')
  // The placement matches the rendered file to the pixel, once its size is known.
  const size = loaded && loaded.src === src ? loaded.size : backdrop.size
  const picture = backdrop.cropTo ?? size
  return (
    <div
      role="group"
      aria-label={name}
      className={classNames(styles['stage'], paper && styles[paper])}
      style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
    >
      {src && (
        <img
          src={src}
          alt=""
          draggable={false}
          className={styles['photo']}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setLoaded({ src, size: { width, height } })
          }
          onError={() => setFailed(src)}
        />
      )}
      <Mark picture={picture} {...mark} />
    </div>
  )
}

/** In reading order. */
const PLACES: [place: WatermarkPosition, name: string][] = [
  ['top-left', 'Top left'],
  ['top', 'Top'],
  ['top-right', 'Top right'],
  ['left', 'Left'],
  ['center', 'Middle'],
  ['right', 'Right'],
  ['bottom-left', 'Bottom left'],
  ['bottom', 'Bottom'],
  ['bottom-right', 'Bottom right'],
]

type PlaceGridProps = { legend: string; place: Place; onPlace: (place: Place) => void }

/** The nine most common positions as buttons. */
export function PlaceGrid({ legend, place, onPlace }: PlaceGridProps) {
  const name = useId()
  const chosen = positionNameAt(place.x, place.y)
  return (
    <fieldset className={styles['grid']}>
      <legend className="visually-hidden">{legend}</legend>
      {PLACES.map(([position, label]) => (
        <label key={position} title={label} className={styles['spot']}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            className="visually-hidden"
            checked={position === chosen}
            onChange={() => onPlace(percentagesOfPosition(position) ?? place)}
          />
        </label>
      ))}
    </fieldset>
  )
}
