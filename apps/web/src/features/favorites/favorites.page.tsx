import { Heart, HeartOff } from 'lucide-react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PhotoGrid, PhotoGridSkeleton } from '../../widgets/photo-grid/photo-grid.tsx'
import { BulkBar, BulkFab } from '../../widgets/photo-list/bulk/bulk-bar.tsx'
import { SelectButton } from '../../widgets/photo-list/bulk/select-button.tsx'
import { ListHeader, PhotosFailed, useGridView, ViewToggle } from '../../widgets/photo-list/list-header.tsx'
import { Pagination } from '../../widgets/photo-list/paging/pagination.tsx'
import { PhotoDialogs, usePhotoActions } from '../../widgets/photo-list/photo.dialogs.tsx'
import { usePagedPhotos } from '../../widgets/photo-list/paging/use-paged-photos.ts'
import { favoritePageQuery } from '../../domain/photos/photo.queries.ts'
import { unlikePhotos } from '../../domain/photos/photo.actions.ts'
import { allAlbumsQuery } from '../../domain/albums/albums.queries.ts'
import styles from './favorites.module.css'

/** The link to the Favorites album (rule 21), in which the user can share and order the liked photos. */
function FavoritesAlbumLink() {
  const { data: albums } = useCached(allAlbumsQuery())
  const album = albums?.find(({ is_favorites }) => is_favorites)
  return album && <Link to={`/albums/${album.id}`}>Open as Album</Link>
}

function NoFavorites() {
  return (
    <EmptyState
      icon={<Heart aria-hidden />}
      title="No favorites yet"
      text="Like photos to see them appear here automatically"
    >
      <Link to="/photos" className={buttonClass({ appearance: 'primary' })}>
        Go to Photos
      </Link>
    </EmptyState>
  )
}

/** L-ROUTE-07: all liked photos. */
export function FavoritesPage() {
  useTitle('Favorites')
  const isPhone = useIsPhone()
  const { photos, state, summary, page, pages, goTo, retry } = usePagedPhotos(favoritePageQuery)
  const [view, setView] = useGridView()
  const { selection, selected, actions, dialog, ...photoActions } = usePhotoActions(photos)
  const onUnlike = () => {
    photoActions.stop()
    void unlikePhotos(selected)
  }
  const bulkActions = { ...actions, removal: { label: 'Unlike', icon: <HeartOff aria-hidden />, onSelect: onUnlike } }
  return (
    <div className={styles['page']}>
      {selection ? (
        <BulkBar count={selection.ids.size} actions={bulkActions} isPhone={isPhone} />
      ) : (
        <ListHeader title="Favorites" icon={<Heart aria-hidden className={styles['heart']} />} summary={summary}>
          {state === 'shown' && (
            <>
              <ViewToggle view={view} onView={setView} />
              <SelectButton isPhone={isPhone} onSelect={photoActions.start} />
            </>
          )}
        </ListHeader>
      )}
      <div className={styles['description']}>
        <p>Photos you've liked are automatically collected here. This album cannot be deleted.</p>
        {state === 'shown' && <FavoritesAlbumLink />}
      </div>
      {state === 'loading' && <PhotoGridSkeleton />}
      {state === 'failed' && <PhotosFailed onRetry={retry} />}
      {state === 'empty' && <NoFavorites />}
      {state === 'shown' && (
        <PhotoGrid
          photos={photos}
          label="Photos you liked"
          view={view}
          selection={selection}
          onOpen={photoActions.open}
          onHold={photoActions.startSelectionWith}
        />
      )}
      <Pagination page={page} pages={pages} onPage={goTo} />
      {isPhone && selection && <BulkFab count={selection.ids.size} actions={bulkActions} />}
      <PhotoDialogs open={dialog} photos={photos} onClose={photoActions.close} onBulkDone={photoActions.stop} />
    </div>
  )
}
