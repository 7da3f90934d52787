import type { http } from '@daymark/contracts'
import { Pencil } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { albumSharesQuery } from '../../../domain/shares/share.queries.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import styles from '../album.module.css'
import { Visibility } from '../visibility.tsx'
import { BackLink } from '../../../ui/back-link.tsx'

const AlbumInfoForm = lazyOf(() => import('./edit-album.tsx'), 'AlbumInfoForm')

/**
 * Returns 'shared' while the album has an active link, otherwise 'private'. The links are reloaded after each change.
 * Until they are loaded, the last known visibility of the album is returned.
 */
function useVisibility({ id, visibility }: http.Album) {
  const { data: shares } = useCached(albumSharesQuery(id))
  if (!shares) return visibility
  return shares.some(share => share.active) ? 'shared' : 'private'
}

/** L-AD-01, L-AD-02: title, description, photo count and visibility. `children` are the actions of the album. */
export function AlbumHeader(props: {
  album: http.Album
  total: number
  isEditing: boolean
  /** Opens the edit form. Null: the header has no edit button, for example on a phone, where the menu contains it. */
  onEdit: (() => void) | null
  onDone: () => void
  children?: ReactNode
}) {
  const { album, total, isEditing, onEdit, onDone, children } = props
  const visibility = useVisibility(album)
  if (isEditing)
    return (
      <header className={styles['header']}>
        <BackLink to="/albums">Albums</BackLink>
        <h1 className="visually-hidden">{album.title}</h1>
        <Suspense>
          <AlbumInfoForm album={album} onDone={onDone} />
        </Suspense>
      </header>
    )
  return (
    <header className={styles['header']}>
      <BackLink to="/albums">Albums</BackLink>
      <div className={styles['top']}>
        <div className={styles['text']}>
          <div className={styles['title']}>
            <h1>{album.title}</h1>
            {onEdit && (
              <IconButton name="Edit Info" size="small" onClick={onEdit}>
                <Pencil aria-hidden />
              </IconButton>
            )}
          </div>
          {album.description && <p className={styles['description']}>{album.description}</p>}
          <p className={styles['details']}>
            {formatPhotoCount(total)}
            <Visibility visibility={visibility} />
          </p>
        </div>
        {children}
      </div>
    </header>
  )
}
