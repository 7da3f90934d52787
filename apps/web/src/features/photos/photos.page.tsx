import { CheckSquare, Plus, Upload } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { photoPageQuery } from '../../domain/photos/photo.queries.ts'
import { useIsPhone } from '../../lib/hooks/use-size.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { MenuItem } from '../../ui/overlay/menu.tsx'
import type { GridView } from '../../widgets/photo-grid/justified-layout.ts'
import { PhotoGrid, PhotoGridSkeleton } from '../../widgets/photo-grid/photo-grid.tsx'
import { BulkBar, BulkFab } from '../../widgets/photo-list/bulk/bulk-bar.tsx'
import { Fab } from '../../widgets/photo-list/fab.tsx'
import { ListHeader, PhotosFailed, useGridView, ViewToggle } from '../../widgets/photo-list/list-header.tsx'
import { Pagination } from '../../widgets/photo-list/paging/pagination.tsx'
import { usePagedPhotos } from '../../widgets/photo-list/paging/use-paged-photos.ts'
import { PhotoDialogs, usePhotoActions } from '../../widgets/photo-list/photo.dialogs.tsx'
import { useFileDrop } from '../../widgets/uploader/files/use-file-drop.ts'
import { usePhotoFilters } from './filters/use-photo-filters.ts'
import styles from './photos.module.css'

type PhotosHeaderProps = {
  summary: string | null
  view: GridView
  onView: (view: GridView) => void
  onUpload: () => void
  onSelect: () => void
  /** Whether the library has no photos; the page then offers only the upload. */
  isEmpty: boolean
  isPhone: boolean
}

function PhotosHeader(props: PhotosHeaderProps) {
  const { summary, view, onView, onUpload, onSelect, isEmpty, isPhone } = props
  return (
    <ListHeader title="Photos" summary={summary}>
      {!isEmpty && <ViewToggle view={view} onView={onView} />}
      {!isPhone && (
        <>
          <Button icon={<CheckSquare aria-hidden />} disabled={isEmpty} onClick={onSelect}>
            Select Images
          </Button>
          <Button appearance={isEmpty ? 'plain' : 'primary'} icon={<Upload aria-hidden />} onClick={onUpload}>
            Upload Photos
          </Button>
        </>
      )}
    </ListHeader>
  )
}

/** L-PHOTO-15: the floating action button on a phone. */
function PhotosFab({ onSelect, onUpload }: { onSelect: () => void; onUpload: () => void }) {
  const items: MenuItem[] = [
    { label: 'Select', icon: <CheckSquare aria-hidden />, onSelect },
    { label: 'Upload', icon: <Upload aria-hidden />, onSelect: onUpload },
  ]
  return <Fab name="Photo actions" icon={<Plus aria-hidden />} items={items} />
}

const DropOverlay = lazyOf(() => import('../../widgets/uploader/files/drop-overlay.tsx'), 'DropOverlay')
const UploadModal = lazyOf(() => import('../../widgets/uploader/upload-modal.tsx'), 'UploadModal')

type PhotosUploadProps = {
  isDropping: boolean
  /** The files with which the uploader opens. Null: the uploader is closed. */
  files: readonly File[] | null
  onClose: () => void
}

/** The uploader, and the overlay while files are dragged over the page. */
function PhotosUpload({ isDropping, files, onClose }: PhotosUploadProps) {
  return (
    <Suspense>
      {isDropping && <DropOverlay />}
      {files && <UploadModal initialFiles={files} onClose={onClose} />}
    </Suspense>
  )
}

const importSearch = () => import('./filters/photo-search.tsx')
const PhotoSearch = lazyOf(importSearch, 'PhotoSearch')
const PhotosEmpty = lazyOf(importSearch, 'PhotosEmpty')

/** Loads the search field after the photos. Its space is reserved, so that the page does not shift. */
function DeferredSearch({ isEmpty, ...props }: ComponentProps<typeof PhotoSearch> & { isEmpty: boolean }) {
  // The search field is not needed if there are no photos, unless an active filter hides them.
  if (isEmpty && !props.clear) return null
  return (
    <div className={props.clear ? styles['filtered'] : styles['search-area']}>
      <Suspense>
        <PhotoSearch {...props} />
      </Suspense>
    </div>
  )
}

export function PhotosPage() {
  useTitle('Photos')
  const isPhone = useIsPhone()
  const photoFilters = usePhotoFilters()
  const { filters, clear } = photoFilters
  // While the user types a search, the previous photos stay on screen, because placeholders would flicker.
  const keepPrevious = filters.q !== undefined
  const list = usePagedPhotos(page => photoPageQuery(page, filters), keepPrevious)
  const { photos, state, summary, page, pages, goTo, retry } = list
  const [view, setView] = useGridView()
  const { selection, actions, dialog, ...photoActions } = usePhotoActions(photos)
  const [filesToUpload, setFilesToUpload] = useState<readonly File[] | null>(null)
  const isDropping = useFileDrop(setFilesToUpload, undefined, dialog === null && filesToUpload === null)
  const actionProps = {
    onUpload: () => setFilesToUpload([]),
    onSelect: photoActions.start,
    isPhone,
  }

  return (
    <div className={styles['page']}>
      {selection ? (
        <BulkBar count={selection.ids.size} actions={actions} isPhone={isPhone} />
      ) : (
        <>
          <PhotosHeader {...actionProps} summary={summary} view={view} onView={setView} isEmpty={state === 'empty'} />
          <DeferredSearch {...photoFilters} isEmpty={state === 'empty'} isPhone={isPhone} />
        </>
      )}
      {state === 'loading' && <PhotoGridSkeleton />}
      {state === 'failed' && <PhotosFailed onRetry={retry} />}
      <Suspense>{state === 'empty' && <PhotosEmpty {...actionProps} isFiltered={clear !== null} />}</Suspense>
      {state === 'shown' && (
        <PhotoGrid
          photos={photos}
          label="Photos"
          view={view}
          selection={selection}
          onHold={photoActions.startSelectionWith}
          onOpen={photoActions.open}
        />
      )}
      <Pagination page={page} pages={pages} onPage={goTo} />
      {isPhone &&
        (selection ? <BulkFab count={selection.ids.size} actions={actions} /> : <PhotosFab {...actionProps} />)}
      <PhotoDialogs open={dialog} photos={photos} onClose={photoActions.close} onBulkDone={photoActions.stop} />
      <PhotosUpload isDropping={isDropping} files={filesToUpload} onClose={() => setFilesToUpload(null)} />
    </div>
  )
}
