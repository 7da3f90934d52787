import type { http } from '@daymark/contracts'
import { FolderOpen } from 'lucide-react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { useScrollRestoration } from '../../../lib/scroll/scroll-restoration.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { allAlbumsQuery } from '../../../domain/albums/albums.queries.ts'
import { AlbumCard, FavoritesCard } from './album-card.tsx'
import styles from './album-list.module.css'
import { NewAlbumForm } from './new-album-form.tsx'

/** L-SKEL-02: the placeholder while the albums are loading. */
function AlbumListSkeleton() {
  return (
    <Skeletons label="Loading albums" className={styles['grid']}>
      {Array.from({ length: 8 }, (_, n) => (
        <Skeleton key={n} className={styles['loading']} />
      ))}
    </Skeletons>
  )
}

function AlbumGrid({ albums }: { albums: readonly http.Album[] }) {
  useScrollRestoration(albums)
  const favorites = albums.find(album => album.is_favorites)
  const otherAlbums = albums.filter(album => !album.is_favorites)
  return (
    <>
      <ul aria-label="Albums" className={styles['grid']}>
        {favorites && (
          <li data-anchor={favorites.id}>
            <FavoritesCard album={favorites} />
          </li>
        )}
        {otherAlbums.map(album => (
          <li key={album.id} data-anchor={album.id}>
            <AlbumCard album={album} />
          </li>
        ))}
      </ul>
      {otherAlbums.length === 0 && (
        <EmptyState
          icon={<FolderOpen aria-hidden />}
          title="No albums yet"
          text="Give your first album a title above, then add photos to it and share it."
        />
      )}
    </>
  )
}

export function AlbumListPage() {
  useTitle('Albums')
  const { data: albums, isError, refetch } = useCached(allAlbumsQuery())
  return (
    <>
      <header className={styles['header']}>
        <h1 className="text-4">Albums</h1>
        <NewAlbumForm />
      </header>
      {albums && <AlbumGrid albums={albums} />}
      {!albums && !isError && <AlbumListSkeleton />}
      {!albums && isError && (
        <EmptyState
          icon={<FolderOpen aria-hidden />}
          title="The albums could not be loaded"
          text="Check your connection and try again."
        >
          <Button onClick={() => void refetch()}>Try Again</Button>
        </EmptyState>
      )}
    </>
  )
}
