import { Suspense, useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { albumSharesQuery } from '../../domain/shares/share.queries.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { useParams } from '../../lib/router.tsx'
import { subscriptionQuery } from '../../domain/plan/plan.queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PhotoGridSkeleton } from '../../widgets/photo-grid/photo-grid.tsx'
import type { Photo } from '../../domain/photos/photo.ts'
import { AlbumToolbar, MoreActionsMenu, type AlbumActionProps } from './header/album-tools.tsx'
import { AddPhotosToAlbum } from './add-photos-to-album.tsx'
import { AlbumDialogs, type OpenDialog } from './album.dialogs.tsx'
import { AlbumHeader } from './header/album-header.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { AlbumPhotos } from './album-photos.tsx'
import { AlbumPanels } from './album-panels.tsx'
import type { PickFilterProps } from './pick-filter.tsx'
import { albumReducer, initialAlbumState } from './album.reducer.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import { albumWithPhotosQuery, forgetDeletedAlbum } from './album.queries.ts'
import styles from './album.module.css'

const PickFilter = lazyOf(() => import('./pick-filter.tsx'), 'PickFilter')

/**
 * The filter by picks. It is loaded only if visitors can pick photos through a link of the album, and hidden in
 * rearrange mode, which needs all photos.
 */
function OptionalPickFilter({ isHidden, ...props }: PickFilterProps & { isHidden: boolean }) {
  const { data: shares } = useCached(albumSharesQuery(props.albumId))
  const isAvailable = !isHidden && shares?.some(share => share.picks)
  return <Suspense>{isAvailable && <PickFilter {...props} />}</Suspense>
}

/** Returns the photos of the album to show: all, or only those that visitors picked. */
function useFilteredPhotos({ images }: AlbumWithPhotos) {
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string> | null>(null)
  const shownPhotos = useMemo(
    () => (pickedIds ? images.filter(({ id }) => pickedIds.has(id)) : images),
    [images, pickedIds],
  )
  return { shownPhotos, setPickedIds }
}

/** Until the plan is loaded, Batch Rename is not shown as locked. The server rejects it if the plan excludes it. */
function useRenameLock() {
  const plan = useCached(subscriptionQuery()).data
  const isRenameLocked = plan?.features.includes('batch_rename') === false
  const explainRenameLock = () =>
    window.alert(`Batch rename requires a Professional plan or higher. Current plan: ${plan?.tierName}`)
  return { isRenameLocked, explainRenameLock }
}

function Album({ album }: { album: AlbumWithPhotos }) {
  useTitle(album.title)
  const isPhone = useIsPhone()
  const { isRenameLocked, explainRenameLock } = useRenameLock()
  const [state, dispatch] = useReducer(albumReducer, initialAlbumState)
  const { shownPhotos, setPickedIds } = useFilteredPhotos(album)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const showUploader = useCallback((isShown: boolean) => dispatch({ type: 'show-uploader', isShown }), [])
  const showPicker = useCallback((isShown: boolean) => dispatch({ type: 'show-picker', isShown }), [])
  const openPhoto = useCallback(({ id }: Photo) => setDialog({ name: 'photo', id }), [])
  const closeDialog = useCallback(() => setDialog(null), [])
  const isSelectingOrRearranging = state.mode === 'selecting' || state.mode === 'rearranging'
  const addHandlers = { onUpload: () => showUploader(true), onAddExisting: () => showPicker(true) }

  const actions: AlbumActionProps = {
    ...addHandlers,
    isPhone,
    hasPhotos: album.images.length > 0,
    isFavorites: album.is_favorites,
    isRenameLocked,
    onSelect: () => dispatch({ type: 'set-mode', mode: 'selecting' }),
    onRearrange: () => dispatch({ type: 'set-mode', mode: 'rearranging' }),
    onReverse: () => void import('./rearrange/save-order.actions.ts').then(({ reverseOrder }) => reverseOrder(album)),
    onOrderByCapture: () => setDialog({ name: 'capture' }),
    onEditInfo: () => dispatch({ type: 'set-mode', mode: 'edit-info' }),
    onEditCover: () => setDialog({ name: 'cover' }),
    onAddSection: () => setDialog({ name: 'section' }),
    onBatchRename: isRenameLocked ? explainRenameLock : () => setDialog({ name: 'rename' }),
    onReplaceFiles: () => setDialog({ name: 'replace' }),
    onDelete: () => setDialog({ name: 'delete' }),
  }

  return (
    <div className={styles['page']}>
      <AlbumHeader
        album={album}
        total={album.total}
        isEditing={state.mode === 'edit-info'}
        onEdit={isPhone || isSelectingOrRearranging ? null : actions.onEditInfo}
        onDone={() => dispatch({ type: 'set-mode', mode: 'view' })}
      >
        {!isSelectingOrRearranging && (isPhone ? <MoreActionsMenu {...actions} /> : <AlbumToolbar {...actions} />)}
      </AlbumHeader>
      {!isSelectingOrRearranging && (
        <>
          {isPhone && <AlbumToolbar {...actions} />}
          <AlbumPanels {...addHandlers} album={album} isPhone={isPhone} />
        </>
      )}
      <OptionalPickFilter albumId={album.id} isHidden={state.mode === 'rearranging'} onFilter={setPickedIds} />
      <AlbumPhotos
        album={album}
        shownPhotos={shownPhotos}
        state={state}
        dispatch={dispatch}
        onOpen={openPhoto}
        onTag={photos => setDialog({ name: 'tag', photos })}
      />
      <AddPhotosToAlbum
        album={album}
        isUploaderShown={state.isUploaderShown}
        isPickerShown={state.isPickerShown}
        isDropDisabled={dialog !== null || state.mode === 'rearranging'}
        onUploaderToggle={showUploader}
        onPickerToggle={showPicker}
      />
      <AlbumDialogs
        open={dialog}
        album={album}
        shownPhotos={shownPhotos}
        onClose={closeDialog}
        onTagged={() => {
          closeDialog()
          dispatch({ type: 'set-mode', mode: 'view' })
        }}
      />
    </div>
  )
}

export function AlbumPage() {
  const { id = '' } = useParams()
  const { data: album, isError, error, refetch } = useCached(albumWithPhotosQuery(id))
  useEffect(() => () => forgetDeletedAlbum(id), [id])
  // The key resets the modes when another album opens.
  if (album) return <Album key={album.id} album={album} />
  return (
    <div className={styles['page']}>
      <BackLink to="/albums">Albums</BackLink>
      <h1 className="visually-hidden">Album</h1>
      {isError && (
        <p role="alert" className={styles['failure']}>
          {error.message || 'This album could not be loaded.'}
          <Button onClick={() => void refetch()}>Try Again</Button>
        </p>
      )}
      {/* L-AD-21: the skeleton also remains if the album cannot be read. */}
      <PhotoGridSkeleton />
    </div>
  )
}
