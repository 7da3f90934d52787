import { Images } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { ActionBar } from '../../ui/buttons/action-bar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PhotoGrid } from '../../widgets/photo-grid/photo-grid.tsx'
import type { Photo } from '../../domain/photos/photo.ts'
import { AddPhotosButtons } from './header/album-tools.tsx'
import { findSelectedPhotos, type AlbumAction, type AlbumState } from './album.reducer.ts'
import type { AlbumWithPhotos } from '../../domain/albums/albums.queries.ts'
import styles from './album.module.css'

const SelectionBar = lazyOf(() => import('./selection/selection-bar.tsx'), 'SelectionBar')
const RearrangePhotos = lazyOf(() => import('./rearrange/rearrange-photos.tsx'), 'RearrangePhotos')
const SectionedPhotos = lazyOf(() => import('./sections/sectioned-photos.tsx'), 'SectionedPhotos')

type AlbumPhotosProps = {
  album: AlbumWithPhotos
  /** All photos of the album, or those that pass the filter. Filtered photos are shown without sections. */
  shownPhotos: readonly Photo[]
  state: AlbumState
  dispatch: (action: AlbumAction) => void
  onOpen: (photo: Photo) => void
  onTag: (photos: readonly Photo[]) => void
}

function RearrangeMode({ album, dispatch }: Pick<AlbumPhotosProps, 'album' | 'dispatch'>) {
  return (
    <>
      <ActionBar label="Rearrange Photos" summary="Rearrange Photos">
        <Button appearance="primary" onClick={() => dispatch({ type: 'set-mode', mode: 'view' })}>
          Done
        </Button>
      </ActionBar>
      <Suspense>
        <RearrangePhotos album={album} />
      </Suspense>
    </>
  )
}

function NoPhotos({ isFavorites, dispatch }: { isFavorites: boolean; dispatch: AlbumPhotosProps['dispatch'] }) {
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
          ? 'Upload new photos, or choose from your library.'
          : 'Drop photos anywhere on this page, or choose from your library.'
      }
    >
      <div className={`wrap ${styles['choices']}`}>
        <AddPhotosButtons
          onUpload={() => dispatch({ type: 'show-uploader', isShown: true })}
          onAddExisting={() => dispatch({ type: 'show-picker', isShown: true })}
        />
      </div>
    </EmptyState>
  )
}

/** The photos of the album in its mode: view, select or rearrange. */
export function AlbumPhotos({ album, shownPhotos, state, dispatch, onOpen, onTag }: AlbumPhotosProps) {
  const order = useMemo(() => shownPhotos.map(photo => photo.id), [shownPhotos])
  const hasSections = album.sections.length > 0
  if (album.images.length === 0 && !hasSections)
    return <NoPhotos isFavorites={album.is_favorites} dispatch={dispatch} />
  if (state.mode === 'rearranging') return <RearrangeMode album={album} dispatch={dispatch} />
  const selection =
    state.mode === 'selecting'
      ? {
          ids: state.selectedIds,
          toggle: (id: string, withRange: boolean) => dispatch({ type: 'toggle', id, order, withRange }),
          selectAll: () => dispatch({ type: 'select', ids: order }),
          stop: () => dispatch({ type: 'set-mode', mode: 'view' }),
        }
      : null
  const onHold = ({ id }: Photo) => dispatch({ type: 'set-mode', mode: 'selecting', firstId: id })
  const gridProps = { selection, onHold: state.mode === 'view' ? onHold : undefined, onOpen }
  return (
    <>
      {selection && (
        <Suspense
          fallback={
            <ActionBar label="Selected photos" summary={`${selection.ids.size} selected`}>
              {null}
            </ActionBar>
          }
        >
          <SelectionBar
            album={album}
            selected={findSelectedPhotos(state, shownPhotos)}
            onTag={onTag}
            onSelectionEnd={selection.stop}
          />
        </Suspense>
      )}
      {hasSections && shownPhotos === album.images ? (
        <Suspense>
          <SectionedPhotos album={album} gridProps={gridProps} />
        </Suspense>
      ) : (
        <PhotoGrid photos={shownPhotos} label="Photos in this album" {...gridProps} />
      )}
    </>
  )
}
