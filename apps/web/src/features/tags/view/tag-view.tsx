import type { http } from '@daymark/contracts'
import { ArrowLeft, Images, Tags, TagX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { photoPageQuery } from '../../../domain/photos/photo.queries.ts'
import type { Photo } from '../../../domain/photos/photo.ts'
import { useTagColors } from '../../../domain/tags/tag-display.ts'
import { allTagsQuery } from '../../../domain/tags/tags.api.ts'
import { queryString } from '../../../lib/api.ts'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { Link, useNavigate, useSearchParams } from '../../../lib/router.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { PhotoGrid, PhotoGridSkeleton } from '../../../widgets/photo-grid/photo-grid.tsx'
import { BulkBar, BulkFab } from '../../../widgets/photo-list/bulk/bulk-bar.tsx'
import { SelectButton } from '../../../widgets/photo-list/bulk/select-button.tsx'
import { ListHeader, PhotosFailed, useGridView, ViewToggle } from '../../../widgets/photo-list/list-header.tsx'
import { Pagination } from '../../../widgets/photo-list/paging/pagination.tsx'
import { usePagedPhotos } from '../../../widgets/photo-list/paging/use-paged-photos.ts'
import { PhotoDialogs, usePhotoActions } from '../../../widgets/photo-list/photo.dialogs.tsx'
import { TagDot } from '../../../widgets/tags/tag-chips.tsx'
import { removeTag } from '../manage-tags.api.ts'
import styles from '../tags.module.css'

function BackButton() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    <Button
      appearance="quiet"
      className={styles['back']}
      icon={<ArrowLeft aria-hidden />}
      onClick={() => void navigate(`/tags${queryString({ q: params.get('q') })}`)}
    >
      Back to Tags
    </Button>
  )
}

const TagNotFound = () => (
  <EmptyState
    icon={<Tags aria-hidden />}
    title="Tag not found"
    text="The tag may have been deleted. Its photos are still in your library."
  />
)

/** Renders the photos of a tag, whose label it finds in the list of all tags. */
function TagById({ id }: { id: string }) {
  const { data: tags, isError, isFetching, refetch } = useCached(allTagsQuery())
  const tag = tags?.find(candidate => candidate.id === id)
  useTitle(tag?.label ?? 'Tags')
  if (tag) return <TagPhotos tag={tag} />
  // A new tag may be missing until the list is reloaded.
  const isUnknown = tags !== undefined && !isFetching
  return (
    <>
      <h1 className="visually-hidden">Tag</h1>
      {isUnknown && <TagNotFound />}
      {!isUnknown && (isError ? <PhotosFailed onRetry={() => void refetch()} /> : <PhotoGridSkeleton />)}
    </>
  )
}

/** L-TAGP-07: the page with the photos of one tag. */
export const TagView = ({ id }: { id: string }) => (
  <div className="stack-3 shrinkable">
    <BackButton />
    <TagById id={id} />
  </div>
)

const NoPhotos = () => (
  <EmptyState
    icon={<Images aria-hidden />}
    title="No photos with this tag"
    text="Select some of your photos and choose Tag Selected."
  >
    <Link to="/photos" className={buttonClass({ appearance: 'primary' })}>
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

/** Returns the action that removes the tag from the selected photos. */
function useTagRemoval(tagId: string, selected: readonly Photo[], onStart: () => void) {
  const [isFailed, setIsFailed] = useState(false)
  const onSelect = async () => {
    setIsFailed(false)
    onStart()
    const ids = selected.map(({ id }) => id)
    setIsFailed(!(await removeTag(tagId, ids)))
  }
  return { isFailed, removal: { label: 'Remove Tag', icon: <TagX aria-hidden />, onSelect: () => void onSelect() } }
}

/** The photos of a tag, with the actions of all photo lists. */
function TagPhotos({ tag }: { tag: http.Tag }) {
  const isPhone = useIsPhone()
  const { colorOf } = useTagColors()
  const list = usePagedPhotos(page => photoPageQuery(page, { tag_id: tag.id }))
  const { photos } = list
  const [view, setView] = useGridView()
  const { selection, selected, dialog, ...photoActions } = usePhotoActions(photos)
  const { isFailed, removal } = useTagRemoval(tag.id, selected, photoActions.stop)
  const bulkProps = selection && { count: selection.ids.size, actions: { ...photoActions.actions, removal } }
  return (
    <>
      {bulkProps ? (
        <BulkBar {...bulkProps} isPhone={isPhone} />
      ) : (
        <ListHeader title={tag.label} icon={<TagDot color={colorOf(tag.id)} />} summary={list.summary}>
          {list.state === 'shown' && (
            <>
              <ViewToggle view={view} onView={setView} />
              <SelectButton isPhone={isPhone} onSelect={photoActions.start} />
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
          onHold={photoActions.startSelectionWith}
          onOpen={photoActions.open}
        />
      </PhotosInState>
      <Pagination page={list.page} pages={list.pages} onPage={list.goTo} />
      {isPhone && bulkProps && <BulkFab {...bulkProps} />}
      <PhotoDialogs open={dialog} photos={photos} onClose={photoActions.close} onBulkDone={photoActions.stop} />
    </>
  )
}
