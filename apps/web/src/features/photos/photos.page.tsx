import { lazy, Suspense, useState } from 'react'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { PhotoGrid, PhotoGridSkeleton } from '../../widgets/photo-grid/photo-grid.tsx'
import { BulkBar, BulkFab } from '../../widgets/photo-list/bulk/bulk-bar.tsx'
import { Pagination } from '../../widgets/photo-list/paging/pagination.tsx'
import { PhotoDialogs, usePhotoActions } from '../../widgets/photo-list/photo.dialogs.tsx'
import { PhotosFailed, useGridView } from '../../widgets/photo-list/list-header.tsx'
import { usePagedPhotos } from '../../widgets/photo-list/paging/use-paged-photos.ts'
import { photoPageQuery } from '../../domain/photos/photo.queries.ts'
import { useFileDrop } from '../../widgets/uploader/files/use-file-drop.ts'
import { SearchSlot } from './filters/search-slot.tsx'
import { usePhotoFilters } from './filters/use-photo-filters.ts'
import { PhotosFab, PhotosHeader } from './photos-header.tsx'
import { PhotosUpload } from './photos-upload.tsx'
import styles from './photos.module.css'

const PhotosEmpty = lazy(async () => ({ default: (await import('./photos-empty.tsx')).PhotosEmpty }))

export function PhotosPage() {
  useTitle('Photos')
  const isPhone = useIsPhone()
  const finding = usePhotoFilters()
  const { filters, clear } = finding
  // While a search is typed, the previous photos stay; placeholders would flicker.
  const keepPrevious = filters.q !== undefined
  const list = usePagedPhotos(page => photoPageQuery(page, filters), keepPrevious)
  const { photos, state, summary, page, pages, goTo, retry } = list
  const [view, setView] = useGridView()
  const { selection, actions, dialog, ...work } = usePhotoActions(photos)
  const [uploading, setUploading] = useState<readonly File[] | null>(null)
  const isDropping = useFileDrop(setUploading, undefined, dialog === null && uploading === null)
  const start = {
    onUpload: () => setUploading([]),
    onSelect: work.start,
    isPhone,
  }

  return (
    <div className={styles['page']}>
      {selection ? (
        <BulkBar count={selection.ids.size} actions={actions} isPhone={isPhone} />
      ) : (
        <>
          <PhotosHeader {...start} summary={summary} view={view} onView={setView} isEmpty={state === 'empty'} />
          <SearchSlot {...finding} isEmpty={state === 'empty'} isPhone={isPhone} />
        </>
      )}
      {state === 'loading' && <PhotoGridSkeleton />}
      {state === 'failed' && <PhotosFailed onRetry={retry} />}
      <Suspense>{state === 'empty' && <PhotosEmpty {...start} isFiltered={clear !== null} />}</Suspense>
      {state === 'shown' && (
        <PhotoGrid
          photos={photos}
          label="Photos"
          view={view}
          selection={selection}
          onHold={work.hold}
          onOpen={work.open}
        />
      )}
      <Pagination page={page} pages={pages} onPage={goTo} />
      {isPhone && (selection ? <BulkFab count={selection.ids.size} actions={actions} /> : <PhotosFab {...start} />)}
      <PhotoDialogs open={dialog} photos={photos} onClose={work.close} onBulkDone={work.stop} />
      <PhotosUpload isDropping={isDropping} files={uploading} onClose={() => setUploading(null)} />
    </div>
  )
}
