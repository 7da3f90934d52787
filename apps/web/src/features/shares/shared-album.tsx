import type { http } from '@daymark/contracts'
import { Images } from 'lucide-react'
import { memo } from 'react'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { shareState } from '../../domain/shares/share-input.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/numbers.ts'
import { Link } from '../../lib/router.tsx'
import { Badge } from '../../ui/badge.tsx'
import styles from './shares.module.css'

/** The cover of an album. It is loaded only when it is near the window, because a list may have hundreds of covers. */
function AlbumCover({ src }: { src: string | null }) {
  return (
    <span className={styles['cover']}>
      {src ? <img src={src} alt="" loading="lazy" decoding="async" draggable={false} /> : <Images aria-hidden />}
    </span>
  )
}

/** S-OVER-02..06: an album or a shared selection with its links. A click anywhere on the card opens it. */
export const SharedAlbum = memo(function SharedAlbum({ album }: { album: http.SharedAlbum }) {
  const hiddenCount = album.total_links - album.links.length
  return (
    <li className={`surface ${styles['album']}`}>
      <AlbumCover src={album.cover_image} />
      <div className={styles['text']}>
        <h2 className={`truncate ${styles['title']}`}>
          <Link to={album.kind === 'selection' ? `/shares/selections/${album.id}` : `/albums/${album.id}`}>
            {album.title}
          </Link>
        </h2>
        <p className={styles['details']}>
          <span data-live={album.active_links > 0} className={styles['active']}>
            {album.active_links}/{album.total_links} active
          </span>
          {` · ${formatViewCount(album.view_count)} · ${formatPhotoCount(album.image_count)}`}
        </p>
      </div>
      <ul aria-label={`Links of ${album.title}`} className={styles['previews']}>
        {album.links.map(share => (
          <LinkPreview key={share.id} share={share} />
        ))}
        {hiddenCount > 0 && <li className={styles['more']}>+{hiddenCount} more</li>}
      </ul>
    </li>
  )
})

function describeLink({ view_count, last_viewed_at, expires_at, ...share }: http.SharePreview): string[] {
  const expiry = shareState(share) === 'Expired' ? 'Expired' : 'Expires'
  return [
    formatViewCount(view_count),
    ...(last_viewed_at ? [`Last viewed ${formatDate(last_viewed_at)}`] : []),
    expires_at ? `${expiry} ${formatDate(expires_at)}` : 'Never expires',
  ]
}

/** S-OVER-03, S-OVER-04: one line about a link, with a badge if the link is not active. */
function LinkPreview({ share }: { share: http.SharePreview }) {
  const state = shareState(share)
  return (
    <li className={styles['preview']}>
      <code className={styles['token']}>{share.token_start}…</code>
      {state !== 'Active' && (
        <Badge isSmall tone={state === 'Revoked' ? 'danger' : 'plain'}>
          {state}
        </Badge>
      )}
      <span className={styles['details']}>{describeLink(share).join(' · ')}</span>
    </li>
  )
}

const formatViewCount = (views: number) => pluralize(views, 'view')
