import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { variantFor } from '../../../domain/photos/photo.ts'
import styles from './gallery.module.css'
import { variantUrl } from '../share-media.ts'
import { zipUrl } from '../share.queries.ts'

/** S-PUB-02, S-PUB-03 */
export function GalleryHeader(props: {
  share: http.PublicShare
  cover: http.PublicImage | undefined
  onCoverSettled: () => void
  onDownload: () => void
}) {
  const { share, cover, onCoverSettled, onDownload } = props
  const { album, link, images } = share
  return (
    <header>
      {cover && (
        <div className={styles['cover']}>
          <Picture
            src={variantUrl(cover, variantFor(window.innerWidth, 0, window.devicePixelRatio))}
            alt=""
            placeholder={cover.placeholder}
            isUrgent
            onSettled={onCoverSettled}
          />
        </div>
      )}
      <div className={styles['words']}>
        <h1 className={styles['title']}>{album.title}</h1>
        {album.description && <p className={styles['description']}>{album.description}</p>}
        <p className={styles['count']}>{album.image_count === 1 ? '1 photo' : `${album.image_count} photos`}</p>
        {link.allow_downloads && images.length > 0 && (
          <a
            href={zipUrl(link.token)}
            download={!link.watermark}
            className={buttonClass({ look: 'plain' })}
            onClick={onDownload}
          >
            <Download aria-hidden />
            Download Album (ZIP)
          </a>
        )}
      </div>
    </header>
  )
}
