import type { http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { variantFor } from '../../../domain/photos/photo.ts'
import styles from './gallery.module.css'
import { variantUrl } from '../share-media.ts'

/** S-PUB-02 */
export function GalleryHeader(props: {
  share: http.PublicShare
  cover: http.PublicImage | undefined
  onCoverSettled: () => void
  /** What can be done with it all. */
  children: ReactNode
}) {
  const { share, cover, onCoverSettled, children } = props
  const { album } = share
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
        {children}
      </div>
    </header>
  )
}
