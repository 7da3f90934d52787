import { Images, Tag, Trash2, X } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useUndoToast } from '../../ui/undo-toast.tsx'
import { PhotoGrid } from '../../widgets/photo-grid/photo-grid.tsx'
import type { Photo } from '../../widgets/photos/photo.ts'
import { removeFromAlbum, saveOrder } from './album.actions.ts'
import { AddPhotosButtons } from './album-actions.tsx'
import { selectedOf, type AlbumAction, type AlbumState } from './album.mode.ts'
import type { AlbumWithPhotos } from './album.queries.ts'
import styles from './album.module.css'
import { putBackInAlbum } from './put-back.ts'

const RearrangePhotos = lazy(async () => ({
  default: (await import('./rearrange/rearrange-photos.tsx')).RearrangePhotos,
}))

type Props = {
  album: AlbumWithPhotos
  state: AlbumState
  dispatch: (action: AlbumAction) => void
  onOpen: (photo: Photo) => void
  onTag: (photos: readonly Photo[]) => void
}

function askToRemove(count: number) {
  return window.confirm(
    count === 1
      ? 'Remove this photo from the album?'
      : `Remove ${count} photos from this album? (Does not delete files)`,
  )
}

/** L-AD-12 */
function SelectionBar({ album, state, dispatch, onTag }: Omit<Props, 'onOpen'>) {
  const isPhone = useIsPhone()
  const selected = selectedOf(state, album.images)
  const leave = () => dispatch({ type: 'enter', mode: 'view' })
  const toast = useUndoToast()
  const remove = async () => {
    if (!askToRemove(selected.length)) return
    leave()
    const ids = selected.map(photo => photo.id)
    const removed = await removeFromAlbum(album.id, ids)
    if (removed.length)
      toast(
        removed.length === 1 ? '1 photo removed' : `${removed.length} photos removed`,
        () => void putBackInAlbum(album, removed),
      )
  }
  return (
    <ActionBar label="Selected photos" summary={`${selected.length} selected`}>
      <Button
        className={styles['bulk']}
        icon={!isPhone && <Tag aria-hidden />}
        disabled={selected.length === 0}
        onClick={() => onTag(selected)}
      >
        Tag Selected
      </Button>
      <Button
        look="danger"
        className={styles['bulk']}
        icon={!isPhone && <Trash2 aria-hidden />}
        disabled={selected.length === 0}
        onClick={() => void remove()}
      >
        Remove from Album
      </Button>
      {isPhone ? (
        <IconButton name="Cancel" onClick={leave}>
          <X aria-hidden />
        </IconButton>
      ) : (
        <Button look="quiet" onClick={leave}>
          Cancel
        </Button>
      )}
    </ActionBar>
  )
}

function Rearranging({ album, dispatch }: Pick<Props, 'album' | 'dispatch'>) {
  return (
    <>
      <ActionBar label="Rearrange Photos" summary="Rearrange Photos">
        <Button look="primary" onClick={() => dispatch({ type: 'enter', mode: 'view' })}>
          Done
        </Button>
      </ActionBar>
      <Suspense>
        <RearrangePhotos photos={album.images} onMove={order => void saveOrder(album.id, order)} />
      </Suspense>
    </>
  )
}

function NoPhotos({ isFavorites, dispatch }: { isFavorites: boolean; dispatch: Props['dispatch'] }) {
  const isPhone = useIsPhone()
  if (isFavorites)
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title="No favorites yet"
        text="Like photos to see them appear here automatically"
      />
    )
  return (
    <EmptyState
      icon={<Images aria-hidden />}
      title="No photos in this album yet"
      text={
        isPhone
          ? 'Upload new ones, or choose from your photos.'
          : 'Drop photos anywhere on this page, or choose from your photos.'
      }
    >
      <div className={styles['choices']}>
        <AddPhotosButtons
          onUpload={() => dispatch({ type: 'show-uploader', isShown: true })}
          onPick={() => dispatch({ type: 'show-picker', isShown: true })}
        />
      </div>
    </EmptyState>
  )
}

/** The photos of the album in its mode: to look at, to select, to put in order. */
export function AlbumPhotos(props: Props) {
  const { album, state, dispatch, onOpen } = props
  const order = useMemo(() => album.images.map(photo => photo.id), [album.images])
  if (album.images.length === 0) return <NoPhotos isFavorites={album.is_favorites} dispatch={dispatch} />
  if (state.mode === 'rearranging') return <Rearranging album={album} dispatch={dispatch} />
  const selection =
    state.mode === 'selecting'
      ? {
          ids: state.selected,
          toggle: (id: string, withRange: boolean) => dispatch({ type: 'toggle', id, order, withRange }),
          selectAll: () => dispatch({ type: 'select', ids: order }),
          stop: () => dispatch({ type: 'enter', mode: 'view' }),
        }
      : null
  return (
    <>
      {selection && <SelectionBar {...props} />}
      <PhotoGrid
        photos={album.images}
        label="Photos in this album"
        selection={selection}
        onHold={
          state.mode === 'view' ? ({ id }) => dispatch({ type: 'enter', mode: 'selecting', first: id }) : undefined
        }
        onOpen={onOpen}
      />
    </>
  )
}
