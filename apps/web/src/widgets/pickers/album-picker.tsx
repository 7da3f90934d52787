import type { http } from '@daymark/contracts'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../lib/router.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Picture } from '../masonry/picture.tsx'
import { allAlbumsQuery } from '../../domain/albums/albums.queries.ts'
import styles from './pickers.module.css'
import { addToAlbum } from '../../domain/albums/album-adding.actions.ts'

function AlbumRow({ album, disabled, onPick }: { album: http.Album; disabled: boolean; onPick: () => void }) {
  return (
    <li>
      <button type="button" disabled={disabled} className={styles['album']} onClick={onPick}>
        <span className={styles['cover']}>
          {album.cover_image && <Picture src={album.cover_image} alt="" placeholder={album.cover_placeholder} />}
        </span>
        <span className="break-anywhere">{album.title}</span>
        <span className={styles['count']}>{album.image_count} photos</span>
      </button>
    </li>
  )
}

function AlbumsSkeleton() {
  return (
    <Skeletons label="Loading albums" className="stack-1">
      {[0, 1, 2].map(n => (
        <Skeleton key={n} className={styles['loading']} />
      ))}
    </Skeletons>
  )
}

/** L-GRID-08, L-PHOTO-13: adds photos to the album that the user selects. Calls `onDone` only on success. */
export function AlbumPicker(props: { photoIds: readonly string[]; onDone: () => void; onClose: () => void }) {
  const { photoIds, onDone, onClose } = props
  const [isAdding, setIsAdding] = useState(false)
  const { data } = useCached(allAlbumsQuery())
  // Favorites is left out, because it contains exactly the liked photos.
  const albums = data?.filter(album => !album.is_favorites)
  const add = async (albumId: string) => {
    setIsAdding(true)
    const isAdded = await addToAlbum(albumId, photoIds)
    setIsAdding(false)
    if (isAdded) onDone()
  }
  return (
    <Modal title="Add to Album" onClose={onClose}>
      {!albums && <AlbumsSkeleton />}
      {albums?.length === 0 && (
        <EmptyState
          icon={<FolderPlus aria-hidden />}
          title="No albums available"
          text="Create an album first to organize your photos"
        >
          <Link to="/albums" className={buttonClass({ appearance: 'primary' })}>
            Go to Albums
          </Link>
        </EmptyState>
      )}
      {albums && albums.length > 0 && (
        <ul className="stack-1" aria-label="Albums">
          {albums.map(album => (
            <AlbumRow key={album.id} album={album} disabled={isAdding} onPick={() => void add(album.id)} />
          ))}
        </ul>
      )}
    </Modal>
  )
}
