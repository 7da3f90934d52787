import type { http } from '@daymark/contracts'
import { Images, TagX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { Link } from '../../../lib/router.ts'
import { useTagColors } from '../../../domain/tags/tag-colors.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PhotoGrid } from '../../../widgets/photo-grid/photo-grid.tsx'
import { PhotoGridSkeleton } from '../../../widgets/photo-grid/photo-grid-skeleton.tsx'
import { BulkBar, BulkFab } from '../../../widgets/photo-list/bulk/bulk-bar.tsx'
import { ListHeader } from '../../../widgets/photo-list/list-header.tsx'
import { Pagination } from '../../../widgets/photo-list/paging/pagination.tsx'
import { PhotoDialogs } from '../../../widgets/photo-list/photo.dialogs.tsx'
import { PhotosFailed } from '../../../widgets/photo-list/photos-failed.tsx'
import { SelectButton } from '../../../widgets/photo-list/bulk/select-button.tsx'
import { usePagedPhotos } from '../../../widgets/photo-list/paging/use-paged-photos.ts'
import { usePhotoWork } from '../../../widgets/photo-list/use-photo-work.ts'
import { useView } from '../../../widgets/photo-list/use-view.ts'
import { ViewToggle } from '../../../widgets/photo-list/view-toggle.tsx'
import { photoPage } from '../../../domain/photos/photo.queries.ts'
import type { Photo } from '../../../domain/photos/photo.ts'
import { TagDot } from '../../../widgets/tags/tag-dot.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { removeTag } from '../tags.actions.ts'

const NoPhotos = () => (
  <EmptyState
    icon={<Images aria-hidden />}
    title="No photos with this tag"
    text="Select some of your photos and choose Tag Selected."
  >
    <Link to="/photos" className={buttonClass({ look: 'primary' })}>
      Go to Photos
    </Link>
  </EmptyState>
)

function PhotosInState({ list, children }: { list: ReturnType<typeof usePagedPhotos>; children: ReactNode }) {
  switch (list.state) {
    case 'loading':
      return <PhotoGridSkeleton />
    case 'failed':
      return <PhotosFailed onRetry={list.retry} />
    case 'empty':
      return <NoPhotos />
    case 'shown':
      return children
  }
}

/** Removes the tag from the selected photos. */
function useRemoval(tagId: string, selected: readonly Photo[], onStart: () => void) {
  const [isFailed, setIsFailed] = useState(false)
  const onSelect = async () => {
    setIsFailed(false)
    onStart()
    const ids = selected.map(({ id }) => id)
    setIsFailed(!(await removeTag(tagId, ids)))
  }
  return { isFailed, removal: { label: 'Remove Tag', icon: <TagX aria-hidden />, onSelect: () => void onSelect() } }
}

/** The photos of a tag by page, with the usual actions. */
export function TagPhotos({ tag }: { tag: http.Tag }) {
  const isPhone = useIsPhone()
  const { colorOf } = useTagColors()
  const list = usePagedPhotos(page => photoPage(page, { tag_id: tag.id }))
  const { photos } = list
  const [view, setView] = useView()
  const { selection, selected, dialog, ...work } = usePhotoWork(photos)
  const { isFailed, removal } = useRemoval(tag.id, selected, work.stop)
  const bulk = selection && { count: selection.ids.size, actions: { ...work.actions, removal } }
  return (
    <>
      {bulk ? (
        <BulkBar {...bulk} isPhone={isPhone} />
      ) : (
        <ListHeader title={tag.label} icon={<TagDot color={colorOf(tag.id)} />} summary={list.summary}>
          {list.state === 'shown' && (
            <>
              <ViewToggle view={view} onView={setView} />
              <SelectButton isPhone={isPhone} onSelect={work.start} />
            </>
          )}
        </ListHeader>
      )}
      {isFailed && <FailureNote text="The tag could not be removed from some photos. Please try again." />}
      <PhotosInState list={list}>
        <PhotoGrid
          photos={photos}
          label={`Photos tagged ${tag.label}`}
          view={view}
          selection={selection}
          onHold={work.hold}
          onOpen={work.open}
        />
      </PhotosInState>
      <Pagination page={list.page} pages={list.pages} onPage={list.goTo} />
      {isPhone && bulk && <BulkFab {...bulk} />}
      <PhotoDialogs open={dialog} photos={photos} onClose={work.close} onBulkDone={work.stop} />
    </>
  )
}
