import type { http } from '@daymark/contracts'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useParams } from '../../lib/router.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useAction } from '../../ui/feedback/use-work.ts'
import { PhotosOfGuest } from './photos-of-guest.tsx'
import { LargePhoto } from './large-photo.dialog.tsx'
import { accept, type Decide, type Received, guestPhotosOf, refuse, type Which } from './guest-photos.api.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import styles from './guest-photos.module.css'

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

/** Excludes photos that arrived after the page was rendered, because the owner has not seen them. */
function useDecisions(id: string, lastId: string | null | undefined): Decide {
  const { isBusy, run } = useAction()
  const seen = (which: Which) => (lastId ? { ...which, until_id: lastId } : which)
  return {
    isBusy,
    onAccept: which => void run(() => accept(id, seen(which))),
    onRefuse: async (which, count) => {
      const text = 'Declined photos are deleted permanently.'
      if (await confirmAction({ title: `Decline ${photos(count)}?`, text, action: 'Decline', isDanger: true }))
        await run(() => refuse(id, seen(which)))
    },
  }
}

type WaitingProps = { data: Received; decide: Decide; onMore: () => void }

function Waiting({ data: { guests, images, total }, decide, onMore }: WaitingProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [large, setLarge] = useState<http.ReceivedImage | null>(null)
  const toggle = (image: string) =>
    setChosen(before => new Set(before.has(image) ? [...before].filter(id => id !== image) : [...before, image]))
  const there = images.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const which = there.length > 0 ? { image_ids: there } : {}
  const count = there.length || total
  const byGuest = Map.groupBy(images, image => image.guest_id)
  return (
    <>
      <div className={styles['bar']}>
        <p role="status">{there.length > 0 ? `${there.length} selected` : photos(total)}</p>
        <Button look="danger" disabled={decide.isBusy} onClick={() => decide.onRefuse(which, count)}>
          {there.length > 0 ? 'Decline Selected' : 'Decline All'}
        </Button>
        <Button look="primary" disabled={decide.isBusy} onClick={() => decide.onAccept(which)}>
          {there.length > 0 ? 'Approve Selected' : 'Approve All'}
        </Button>
      </div>
      {guests.map(guest => (
        <PhotosOfGuest
          key={guest.id}
          guest={guest}
          images={byGuest.get(guest.id) ?? []}
          {...{ chosen, decide }}
          onToggle={toggle}
          onOpen={setLarge}
        />
      ))}
      {images.length < total && (
        <Button className={styles['more'] ?? ''} onClick={onMore}>
          Show More
        </Button>
      )}
      {large && <LargePhoto image={large} decide={decide} onClose={() => setLarge(null)} />}
    </>
  )
}

/** Photos from guests, to be approved or declined. New photos appear while the page is open (rule 151). */
export function GuestPhotosPage() {
  const { id = '' } = useParams()
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useCached(guestPhotosOf(id, pages), { keepPrevious: true })
  const decide = useDecisions(id, data?.last_id)
  useTitle('Photos from guests')
  const back = <BackLink to={`/albums/${id}`}>Album</BackLink>
  if (error && !data)
    return (
      <EmptyState icon={<Inbox aria-hidden />} title="The photos could not be loaded" text={error.message}>
        <Button onClick={() => void refetch()}>Try Again</Button>
      </EmptyState>
    )
  if (!data) return <Spinner label="Loading..." fill />
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        {back}
        <h1 className={styles['heading']}>Photos from Guests</h1>
      </header>
      {data.total === 0 ? (
        <EmptyState
          icon={<Inbox aria-hidden />}
          title="No photos to review"
          text="Photos that guests send through your upload links appear here. Approved photos join the album."
        />
      ) : (
        <Waiting data={data} decide={decide} onMore={() => setPages(pages + 1)} />
      )}
    </div>
  )
}
