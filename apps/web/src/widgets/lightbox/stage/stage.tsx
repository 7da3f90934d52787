import { useState, type ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { type Viewer, wrapIndex } from '../use-viewer.ts'
import { Slide, type StagePhoto } from './slide.tsx'
import styles from './stage.module.css'
import { useStagePointers } from './use-stage-pointers.ts'
import type { Zoom } from '../zoom/use-zoom.ts'

type Props = {
  photos: readonly StagePhoto[]
  viewer: Viewer<unknown>
  zoom: Zoom
  /** Whether the next photo fades in, as in a slideshow. */
  isFading?: boolean
  onTap?: () => void
  /** Content above the current picture that moves with it. */
  overlay?: ReactNode
}

/** L-LB-06, S-PUB-08: renders the current photo and, for a swipe, the photos on both sides. */
export function Stage({ photos, viewer, zoom, isFading = false, onTap, overlay }: Props) {
  const { draggedPx, isHeld, handlers } = useStagePointers({ zoom, move: viewer.move, onTap })
  const [isFullLoading, setIsFullLoading] = useState(false)
  const { attach, isZoomed, transform, scale, isBeyondLarge } = zoom
  const offsets = photos.length > 1 ? [-1, 0, 1] : [0]
  return (
    <div
      ref={attach}
      className={classNames(
        styles['stage'],
        isHeld && styles['held'],
        isZoomed && styles['zoomed'],
        isFading && styles['fading'],
      )}
      {...handlers}
    >
      {offsets.map(offset => {
        const photo = photos[wrapIndex(viewer.index + offset, photos.length)]
        if (!photo) return null
        const isCurrent = offset === 0
        return (
          <div
            key={`${viewer.position + offset} ${photo.id}`}
            aria-hidden={!isCurrent}
            className={styles['slide']}
            style={{ transform: `translateX(calc(${offset * 100}% + ${draggedPx ?? 0}px))` }}
          >
            <Slide
              photo={photo}
              transform={isCurrent ? transform : undefined}
              showsFullSize={isCurrent && isBeyondLarge}
              onFullLoading={setIsFullLoading}
              scale={isCurrent ? scale : 1}
              overlay={isCurrent && overlay}
            />
          </div>
        )
      })}
      {isFullLoading && (
        <div className={styles['loading']}>
          <Spinner label="Loading full size…" />
        </div>
      )}
    </div>
  )
}
