import type { http } from '@daymark/contracts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { showUndo } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { CameraList } from './camera-list.tsx'
import { albumCaptureOrder, orderByCapture, revertOrder } from './capture-order.actions.ts'
import styles from './capture-order.module.css'
import { clockOf, correctionOf } from './clock.ts'
import { SameMomentDialog } from './same-moment.dialog.tsx'
import { camerasOf, type ClockByCamera, timelineOf } from './timeline.ts'
import { TimelineStrip } from './timeline-strip.tsx'

const TITLE = 'Order by capture time'
type Props = { album: AlbumWithPhotos; onClose: () => void }

/** Orders all photos of an album by capture time; wrong camera clocks can be corrected for this album. */
export function CaptureOrderDialog({ album, onClose }: Props) {
  // the album as it was when the dialog opened: saving the order changes the album
  const [before] = useState(album)
  const { data, isError } = useCached(albumCaptureOrder(before))
  if (data) return <Ordering album={before} known={data} onClose={onClose} />
  return (
    <Modal title={TITLE} size="wide" onClose={onClose}>
      {isError ? <FailureNote text="The capture times could not be loaded." /> : <Spinner label="Loading…" />}
    </Modal>
  )
}

function Ordering({ album, known, onClose }: Props & { known: http.AlbumCaptureOrder }) {
  const cameras = useMemo(() => camerasOf(known), [known])
  const [clocks, setClocks] = useState<ClockByCamera>(() =>
    Object.fromEntries(known.cameras.map(({ id, correction_ms: ms }) => [id, clockOf(ms)])),
  )
  const [keep, setKeep] = useState(known.keep)
  const [isComparing, setIsComparing] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const shown = useDeferredValue(clocks)
  const timeline = useMemo(() => timelineOf(album, shown), [album, shown])
  const setClock = (id: string, clock: ClockByCamera[string]) => setClocks(now => ({ ...now, [id]: clock }))

  const save = async () => {
    setIsSaving(true)
    const corrected = cameras.map(({ id }) => ({ id, correction_ms: correctionOf(clocks[id] ?? clockOf(0)) }))
    const outcome = await orderByCapture(album.id, { cameras: corrected, keep })
    setIsSaving(false)
    if ('failure' in outcome) return setError(outcome.failure)
    showUndo('Ordered by capture time.', () => void revertOrder(album, known))
    onClose()
  }

  if (isComparing)
    return (
      <SameMomentDialog
        {...{ album, cameras, clocks }}
        onFound={(id, clock) => {
          setClock(id, clock)
          setIsComparing(false)
        }}
        onClose={() => setIsComparing(false)}
      />
    )
  const actions = (
    <>
      <Checkbox
        label="Insert photos added later by capture time"
        className={styles['keep']}
        checked={keep}
        onChange={event => setKeep(event.target.checked)}
      />
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={isSaving || cameras.length === 0} onClick={() => void save()}>
        Order Photos
      </Button>
    </>
  )
  return (
    <Modal title={TITLE} size="wide" onClose={onClose} actions={actions}>
      <div className={styles['dialog']}>
        <p className={styles['note']}>
          All cameras are combined in one timeline{album.sections.length > 0 && ', within each section'}. Correct wrong
          camera clocks: corrections apply to this album only, and files do not change.
        </p>
        {cameras.length === 0 ? (
          <p>None of these photos have a capture time.</p>
        ) : (
          <CameraList {...{ album, cameras, clocks }} usualOffset={known.usual_offset} onClock={setClock} />
        )}
        {cameras.length > 1 && (
          <div>
            <Button onClick={() => setIsComparing(true)}>Compare Photos of the Same Moment</Button>
          </div>
        )}
        {cameras.length > 0 && <TimelineStrip order={timeline.order} cameras={cameras} />}
        <p role="status" className={styles['note']}>
          {timeline.moved === 0
            ? 'The photos are already in this order.'
            : `${formatPhotoCount(timeline.moved)} will move.`}
          {known.without_time > 0 &&
            ` ${formatPhotoCount(known.without_time)} without a capture time will be at the end.`}
        </p>
        <FailureNote text={error} />
      </div>
    </Modal>
  )
}
