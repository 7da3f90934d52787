import type { http, VariantSize } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import styles from './gallery-tile.module.css'
import { downloadUrl, photoLabel, variantUrl } from '../share-media.ts'

type Props = {
  photo: http.PublicImage
  index: number
  size: VariantSize
  isUrgent: boolean
  /** Until the cover is there: it is what is seen first. */
  isHeld: boolean
  onOpen: () => void
  /** Counts a download; null where the link allows none. */
  onDownload: (() => void) | null
}

/** S-PUB-04: the photo is all there is to see; its title and the download appear under the pointer or with the focus. */
export function GalleryTile({ photo, index, size, isUrgent, isHeld, onOpen, onDownload }: Props) {
  const label = photoLabel(photo, index)
  return (
    <div className={styles['tile']}>
      <button type="button" aria-label={`Open ${label}`} className={styles['open']} onClick={onOpen}>
        <Picture
          src={variantUrl(photo, size)}
          alt=""
          placeholder={photo.placeholder}
          isUrgent={isUrgent}
          isHeld={isHeld}
        />
        {photo.title && <span className={styles['title']}>{photo.title}</span>}
      </button>
      {onDownload && (
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
