import { useCallback, useMemo, useState } from 'react'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { PhotoGrid } from '../../widgets/photo-grid/photo-grid.tsx'
import { PhotoGridSkeleton } from '../../widgets/photo-grid/photo-grid-skeleton.tsx'
import { useSelection } from '../../widgets/photo-grid/use-selection.ts'
import type { Photo } from '../../widgets/photos/photo.ts'
import { DropOverlay } from '../../widgets/uploader/drop-overlay.tsx'
import { useFileDrop } from '../../widgets/uploader/use-file-drop.ts'
import { BulkBar, PhotosFab } from './bulk-actions.tsx'
import { deleteSelected } from './photos.actions.ts'
import { PhotosDialogs, type OpenDialog } from './photos.dialogs.tsx'
import { PhotosEmpty, PhotosFailed } from './photos-empty.tsx'
import { PhotosHeader } from './photos-header.tsx'
import { Pagination } from './pagination.tsx'
import styles from './photos.module.css'
import { usePhotos } from './use-photos.ts'
import { useView } from './use-view.ts'

export function PhotosPage() {
  useTitle('Photos')
  const isPhone = useIsPhone()
  const { photos, state, summary, page, pages, goTo, clearFilters, retry } = usePhotos()
  const [view, setView] = useView()
  const select = useSelection(useMemo(() => photos.map(({ id }) => id), [photos]))
  const { selection } = select
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const upload = (files: readonly File[] = []) => setDialog({ name: 'upload', files })
  const open = useCallback(({ id }: Photo) => setDialog({ name: 'lightbox', id }), [])
  const isDropping = useFileDrop(upload, undefined, dialog === null)

  const chosen = photos.filter(({ id }) => selection?.ids.has(id))
  const actions = {
    onTag: () => setDialog({ name: 'tag', photos: chosen }),
    onAddToAlbum: () => setDialog({ name: 'album', photos: chosen }),
    onDelete: () => void deleteSelected(chosen, select.stop),
    onCancel: select.stop,
  }
  const start = { onUpload: () => upload(), onSelect: select.start, onClearFilters: clearFilters, isPhone }

  return (
    <div className={styles['page']}>
      {selection ? (
        <BulkBar count={selection.ids.size} actions={actions} isPhone={isPhone} />
      ) : (
        <PhotosHeader {...start} summary={summary} view={view} onView={setView} hasPhotos={photos.length > 0} />
      )}
      {state === 'loading' && <PhotoGridSkeleton />}
      {state === 'failed' && <PhotosFailed onRetry={retry} />}
      {state === 'empty' && <PhotosEmpty {...start} />}
      {state === 'shown' && (
        <PhotoGrid photos={photos} label="Photos" view={view} selection={selection} onOpen={open} />
      )}
      <Pagination page={page} pages={pages} onPage={goTo} />
      {isPhone && <PhotosFab {...start} selected={selection?.ids.size ?? null} actions={actions} />}
      {isDropping && <DropOverlay />}
      <PhotosDialogs open={dialog} photos={photos} onClose={() => setDialog(null)} onBulkDone={select.stop} />
    </div>
  )
}
