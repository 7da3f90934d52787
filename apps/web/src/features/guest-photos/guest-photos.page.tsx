import type { http } from '@daymark/contracts'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { useParams } from '../../lib/router.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { LargePhotoDialog, PhotosOfGuest } from './photos-of-guest.tsx'
import {
  approvePhotos,
  declinePhotos,
  type ReviewActions,
  type GuestPhotoPage,
  guestPhotosQuery,
  type GuestPhotoSelection,
} from './guest-photos.api.ts'
import { confirmAction } from '../../ui/overlay/overlay-store.ts'
import styles from './guest-photos.module.css'

/**
 * Returns the actions that approve or decline photos. The actions exclude photos that arrived after the page was
 * rendered, because the photographer has not seen them. `newestShownId` is the id of the newest rendered photo.
 */
function useReviewActions(albumId: string, newestShownId: string | null | undefined): ReviewActions {
  const { isBusy, run } = useAction()
  const excludeNewerPhotos = (selection: GuestPhotoSelection) =>
    newestShownId ? { ...selection, until_id: newestShownId } : selection
  return {
    isBusy,
    onApprove: selection => void run(() => approvePhotos(albumId, excludeNewerPhotos(selection))),
    onDecline: async (selection, count) => {
      const text = 'Declined photos are deleted permanently.'
      if (
        await confirmAction({ title: `Decline ${formatPhotoCount(count)}?`, text, action: 'Decline', isDanger: true })
      )
        await run(() => declinePhotos(albumId, excludeNewerPhotos(selection)))
    },
  }
}

type ReviewProps = { data: GuestPhotoPage; reviewActions: ReviewActions; onMore: () => void }

function PhotoReview({ data: { guests, images, total }, reviewActions, onMore }: ReviewProps) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [enlargedPhoto, setEnlargedPhoto] = useState<http.ReceivedImage | null>(null)
  const toggle = (imageId: string) =>
    setChosenIds(
      previousIds =>
        new Set(previousIds.has(imageId) ? [...previousIds].filter(id => id !== imageId) : [...previousIds, imageId]),
    )
  const selectedIds = images.filter(({ id }) => chosenIds.has(id)).map(({ id }) => id)
  const selection = selectedIds.length > 0 ? { image_ids: selectedIds } : {}
  const count = selectedIds.length || total
  const imagesByGuest = Map.groupBy(images, image => image.guest_id)
  return (
    <>
      <div className={styles['bar']}>
        <p role="status">{selectedIds.length > 0 ? `${selectedIds.length} selected` : formatPhotoCount(total)}</p>
        <Button
          appearance="danger"
          disabled={reviewActions.isBusy}
          onClick={() => reviewActions.onDecline(selection, count)}
        >
          {selectedIds.length > 0 ? 'Decline Selected' : 'Decline All'}
        </Button>
        <Button appearance="primary" disabled={reviewActions.isBusy} onClick={() => reviewActions.onApprove(selection)}>
          {selectedIds.length > 0 ? 'Approve Selected' : 'Approve All'}
        </Button>
      </div>
      {guests.map(guest => (
        <PhotosOfGuest
          key={guest.id}
          guest={guest}
          images={imagesByGuest.get(guest.id) ?? []}
          chosenIds={chosenIds}
          reviewActions={reviewActions}
          onToggle={toggle}
          onOpen={setEnlargedPhoto}
        />
      ))}
      {images.length < total && (
        <Button className="justify-self-center" onClick={onMore}>
          Show More
        </Button>
      )}
      {enlargedPhoto && (
        <LargePhotoDialog image={enlargedPhoto} reviewActions={reviewActions} onClose={() => setEnlargedPhoto(null)} />
      )}
    </>
  )
}

/** Photos from guests, to be approved or declined. New photos appear while the page is open (rule 151). */
export function GuestPhotosPage() {
  const { id = '' } = useParams()
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useCached(guestPhotosQuery(id, pages), { keepPrevious: true })
  const reviewActions = useReviewActions(id, data?.last_id)
  useTitle('Photos from guests')
  const backLink = <BackLink to={`/albums/${id}`}>Album</BackLink>
  if (error && !data)
    return (
      <EmptyState icon={<Inbox aria-hidden />} title="The photos could not be loaded" text={error.message}>
        <Button onClick={() => void refetch()}>Try Again</Button>
      </EmptyState>
    )
  if (!data) return <Spinner label="Loading..." fill />
  return (
    <div className="stack-5 shrinkable">
      <header className="stack-1">
        {backLink}
        <h1 className="text-5">Photos from Guests</h1>
      </header>
      {data.total === 0 ? (
        <EmptyState
          icon={<Inbox aria-hidden />}
          title="No photos to review"
          text="Photos that guests send through your upload links appear here. Approved photos are added to the album."
        />
      ) : (
        <PhotoReview data={data} reviewActions={reviewActions} onMore={() => setPages(pages + 1)} />
      )}
    </div>
  )
}
