import type { http } from '@daymark/contracts'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { useParams } from '../../lib/router.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Select } from '../../ui/fields/text-field.tsx'
import { shareCommentsQuery, type ThreadState } from './comments.api.ts'
import { PhotoComments } from './photo-comments.tsx'
import styles from './comments.module.css'

const STATE_FILTERS: [state: ThreadState, label: string][] = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
]

function CommentsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isDeleted = error instanceof ApiError && error.code === 'share_not_found'
  const text = isDeleted ? 'This link was deleted.' : 'Check your connection and try again.'
  return (
    <EmptyState icon={<MessageCircle aria-hidden />} title="The comments could not be loaded" text={text}>
      <Button onClick={onRetry}>Try Again</Button>
    </EmptyState>
  )
}

/** Groups the threads by photo, in the order of the gallery. */
const groupByPhoto = (threads: readonly http.CommentThread[]) => [
  ...Map.groupBy(threads, ({ image }) => image.id).values(),
]

type CommentedPhotosProps = { shareId: string; data: http.ShareComments; state: ThreadState; onMore: () => void }

function CommentedPhotos({ shareId, data: { threads, total, open, resolved }, state, onMore }: CommentedPhotosProps) {
  if (open + resolved === 0)
    return (
      <EmptyState
        icon={<MessageCircle aria-hidden />}
        title="No comments yet"
        text="Send the link. Comments from visitors appear here."
      />
    )
  if (threads.length === 0)
    return <p className={styles['empty']}>{state === 'open' ? 'No open comments.' : 'No resolved comments.'}</p>
  return (
    <>
      {groupByPhoto(threads).map(
        ([first, ...others]) =>
          first && (
            <PhotoComments
              key={first.image.id}
              shareId={shareId}
              ownerName="You"
              image={first.image}
              threads={[first, ...others]}
            />
          ),
      )}
      {threads.length < total && (
        <Button className="justify-self-center" onClick={onMore}>
          Show More
        </Button>
      )}
    </>
  )
}

/** The comments of one link's visitors. New comments appear while the page is open. */
export function CommentsPage() {
  const { id = '' } = useParams()
  const [state, setState] = useState<ThreadState>('open')
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useCached(shareCommentsQuery(id, state, pages), { keepPrevious: true })
  useTitle('Comments')
  if (error && !data) return <CommentsFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading..." fill />
  const changeState = (value: string) => {
    setState(STATE_FILTERS.find(([state]) => state === value)?.[0] ?? 'open')
    setPages(1)
  }
  return (
    <div className={`stack-4 shrinkable ${styles['page']}`}>
      <header className="stack-1">
        <BackLink to={`/albums/${data.album_id}`}>{data.album_title || 'Albums'}</BackLink>
        <h1 className="text-5">Comments</h1>
        <p role="status" className="muted">
          {data.open} open, {data.resolved} resolved
        </p>
      </header>
      <Select
        label="Show"
        hideLabel
        className={styles['state']}
        value={state}
        onChange={event => changeState(event.target.value)}
        options={STATE_FILTERS}
      />
      <CommentedPhotos shareId={id} data={data} state={state} onMore={() => setPages(pages + 1)} />
    </div>
  )
}
