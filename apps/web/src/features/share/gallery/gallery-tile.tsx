import type { http, VariantSize } from '@daymark/contracts'
import { Check, Download } from 'lucide-react'
import { Suspense, type MouseEvent, type ReactNode } from 'react'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import styles from './gallery.module.css'
import { downloadUrl, photoLabel, variantUrl } from '../share-media.ts'

type GalleryTileProps = {
  photo: http.PublicImage
  index: number
  size: VariantSize
  hasHighPriority: boolean
  /** Whether the picture waits until the cover has loaded. */
  isDeferred: boolean
  onOpen: () => void
  /** Called for a click on the download link. Null: the link does not permit downloads. */
  onDownload: ((event: MouseEvent) => void) | null
  /** Badges and buttons over the photo. */
  overlays: ReactNode
  /** While selecting: whether this photo is selected, and how to toggle it. */
  selectionState?: { isSelected: boolean; toggle: (withRange: boolean) => void } | null
}

/** S-PUB-04: a tile that shows only the photo. Title and download button appear on hover and focus. */
export function GalleryTile({
  photo,
  index,
  size,
  hasHighPriority,
  isDeferred,
  onOpen,
  overlays,
  onDownload,
  selectionState,
}: GalleryTileProps) {
  const label = photoLabel(photo, index)
  return (
    <div className={styles['tile']}>
      <button
        type="button"
        aria-label={selectionState ? `Select ${label}` : `Open ${label}`}
        aria-pressed={selectionState?.isSelected}
        className={styles['open']}
        onClick={event => (selectionState ? selectionState.toggle(event.shiftKey) : onOpen())}
      >
        <Picture
          src={variantUrl(photo, size)}
          alt=""
          placeholder={photo.placeholder}
          hasHighPriority={hasHighPriority}
          isDeferred={isDeferred}
        />
        {selectionState && (
          <span className={styles['checkmark']}>{selectionState.isSelected && <Check aria-hidden />}</span>
        )}
        {photo.title && <span className={`truncate ${styles['tile-title']}`}>{photo.title}</span>}
      </button>
      {overlays && !selectionState && <Suspense>{overlays}</Suspense>}
      {onDownload && !selectionState && (
        <a
          href={downloadUrl(photo)}
          download
          aria-label={`Download ${label}`}
          title="Download"
          className={styles['download']}
          onClick={onDownload}
        >
          <Download aria-hidden />
        </a>
      )}
    </div>
  )
}
