import type { Placing, Size } from '@daymark/contracts/watermark'
import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Mark } from './mark.tsx'
import type { Place } from './use-placing.ts'
import styles from './watermarked-picture.module.css'

/** The background of the preview: a picture, or paper. `cropTo`: shows only a crop of this orientation. */
export type Backdrop = { src: string | null; size: Size; cropTo?: Size; paper?: 'light' | 'dark' | 'both' }

type Props = {
  name: string
  backdrop: Backdrop
  /** The address of the logo. */
  logo: string
  config: Placing
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
