import type { http } from '@daymark/contracts'
import { Images } from 'lucide-react'
import { memo } from 'react'
import { photoCount } from '../../domain/photos/photo.ts'
import { Link } from '../../lib/router.ts'
import { LinkPreview } from './link-preview.tsx'
import styles from './shares.module.css'
import { viewCount } from './view-count.ts'

/** Loaded when it comes near the screen, because few of hundreds are viewed. */
function Cover({ src }: { src: string | null }) {
  return (
    <span className={styles['cover']}>
      {src ? <img src={src} alt="" loading="lazy" decoding="async" draggable={false} /> : <Images aria-hidden />}
    </span>
  )
}

/** S-OVER-02..06: an album with links; the whole card opens the album. Photos shared without an album look the same. */
export const SharedAlbum = memo(function SharedAlbum({ album }: { album: http.SharedAlbum }) {
  const more = album.total_links - album.links.length
  return (
    <li className={styles['album']}>
      <Cover src={album.cover_image} />
      <div className={styles['words']}>
        <h2 className={styles['title']}>
          <Link to={album.kind === 'selection' ? `/shares/selections/${album.id}` : `/albums/${album.id}`}>
            {album.title}
          </Link>
        </h2>
        <p className={styles['facts']}>
          <span data-live={album.active_links > 0} className={styles['active']}>
            {album.active_links}/{album.total_links} active
          </span>
          {` · ${viewCount(album.view_count)} · ${photoCount(album.image_count)}`}
        </p>
      </div>
      <ul aria-label={`Links of ${album.title}`} className={styles['previews']}>
        {album.links.map(share => (
          <LinkPreview key={share.id} share={share} />
        ))}
        {more > 0 && <li className={styles['more']}>+{more} more</li>}
      </ul>
    </li>
  )
})
