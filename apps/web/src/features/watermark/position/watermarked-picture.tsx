import { positionNameAt, percentagesOfPosition, type WatermarkPosition } from '@daymark/contracts'
import type { PlacementSettings, Size } from '@daymark/contracts/watermark'
import { useId, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { type Position, WatermarkHandle } from './watermark-handle.tsx'
import styles from './position.module.css'

/**
 * The background of the preview: a picture, or a plain surface if `src` is null. `cropTo`: shows a crop of this size.
 */
export type Backdrop = { src: string | null; size: Size; cropTo?: Size; surface?: 'light' | 'dark' | 'both' }

type WatermarkedPictureProps = {
  name: string
  backdrop: Backdrop
  logoUrl: string
  config: PlacementSettings
  position: Position
  onMove: (position: Position) => void
}

/** S-WM-04: a picture with the watermark on it, as visitors will see it. */
export function WatermarkedPicture({ name, backdrop, ...handleProps }: WatermarkedPictureProps) {
  const [loadedPicture, setLoadedPicture] = useState<{ src: string; size: Size } | null>(null)
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const src = backdrop.src === failedSrc ? null : backdrop.src
  const surface = src ? undefined : (backdrop.surface ?? 'both')
  // With the size of the loaded picture, the position matches the rendered file to the pixel.
  const size = loadedPicture && loadedPicture.src === src ? loadedPicture.size : backdrop.size
  const picture = backdrop.cropTo ?? size
  return (
    <div
      role="group"
      aria-label={name}
      className={classNames(styles['stage'], surface && styles[surface])}
      style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
    >
      {src && (
        <img
          src={src}
          alt=""
          draggable={false}
          className={styles['photo']}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setLoadedPicture({ src, size: { width, height } })
          }
          onError={() => setFailedSrc(src)}
        />
      )}
      <WatermarkHandle picture={picture} {...handleProps} />
    </div>
  )
}

/** The named positions with their labels, row by row from the top left. */
const GRID_POSITIONS: [value: WatermarkPosition, label: string][] = [
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

type PositionGridProps = { legend: string; position: Position; onMove: (position: Position) => void }

/** The nine positions at corners, edges and center, as buttons. */
export function PositionGrid({ legend, position, onMove }: PositionGridProps) {
  const name = useId()
  const selected = positionNameAt(position.x, position.y)
  return (
    <fieldset className={styles['grid']}>
      <legend className="visually-hidden">{legend}</legend>
      {GRID_POSITIONS.map(([value, label]) => (
        <label key={value} title={label} className={styles['preset-position']}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            className="visually-hidden"
            checked={value === selected}
            onChange={() => onMove(percentagesOfPosition(value) ?? position)}
          />
        </label>
      ))}
    </fieldset>
  )
}
