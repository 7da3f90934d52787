import { ArrowLeft, Tags } from 'lucide-react'
import { queryString } from '../../../lib/api.ts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { useNavigate, useSearchParams } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PhotoGridSkeleton } from '../../../widgets/photo-grid/photo-grid-skeleton.tsx'
import { PhotosFailed } from '../../../widgets/photo-list/photos-failed.tsx'
import { allTags } from '../../../domain/tags/tag.queries.ts'
import { TagPhotos } from './tag-photos.tsx'
import styles from './tag-view.module.css'

function BackButton() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    <Button
      look="quiet"
      className={styles['back']}
      icon={<ArrowLeft aria-hidden />}
      onClick={() => void navigate(`/tags${queryString({ q: params.get('q') })}`)}
    >
      Back to Tags
    </Button>
  )
}

const Unknown = () => (
  <EmptyState
    icon={<Tags aria-hidden />}
    title="Tag not found"
    text="It may have been deleted. Its photos are still in your library."
  />
)

/** The label is known from the list of all tags. */
function Tag({ id }: { id: string }) {
  const { data: tags, isError, isFetching, refetch } = useCached(allTags())
  const tag = tags?.find(known => known.id === id)
  useTitle(tag?.label ?? 'Tags')
  if (tag) return <TagPhotos tag={tag} />
  // A new tag may be missing while the list is read again.
  const isUnknown = tags !== undefined && !isFetching
  return (
    <>
      <h1 className="visually-hidden">Tag</h1>
      {isUnknown && <Unknown />}
      {!isUnknown && (isError ? <PhotosFailed onRetry={() => void refetch()} /> : <PhotoGridSkeleton />)}
    </>
  )
}

/** L-TAGP-07: the view mode. */
export const TagView = ({ id }: { id: string }) => (
  <div className={styles['page']}>
    <BackButton />
    <Tag id={id} />
  </div>
)
