import type { http } from '@daymark/contracts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { formatPhotoCount, photoName } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { showUndo } from '../../../ui/overlay/overlay-store.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { CameraList } from './camera-list.tsx'
import { captureOrderQuery, orderByCapture, revertOrder } from './capture-order.actions.ts'
import styles from './capture-order.module.css'
import { CORRECT_CLOCK, toClockError, toCorrectionMs, formatTimeOfDay } from './clock.ts'
import { SameMomentDialog } from './same-moment.dialog.tsx'
import {
  type Camera,
  cameraIdOf,
  labelCameras,
  type ClockErrorByCamera,
  previewTimeline,
  type TimelinePhoto,
} from './timeline.ts'

/** The number of photos on one page of the preview. 24 photos fit on a wide screen. */
const PHOTOS_PER_PAGE = 24

/** The photos in the new order, each with the letter of its camera and its corrected time. */
function TimelineStrip({ photos, cameras }: { photos: readonly TimelinePhoto[]; cameras: readonly Camera[] }) {
  const [startIndex, setStartIndex] = useState(0)
  const letters = new Map(cameras.map(({ id, letter }) => [id, letter]))
  const shownPhotos = photos.slice(startIndex, startIndex + PHOTOS_PER_PAGE)
  return (
    <section aria-label="The new order" className="stack-2 shrinkable">
      <header className={styles['bar']}>
        <h3 className={styles['heading']}>The new order</h3>
        <span className={styles['note']}>
          {startIndex + 1} to {startIndex + shownPhotos.length} of {photos.length}
        </span>
        <IconButton
          name="Earlier photos"
          size="small"
          disabled={startIndex === 0}
          onClick={() => setStartIndex(startIndex - PHOTOS_PER_PAGE)}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          name="Later photos"
          size="small"
          disabled={startIndex + PHOTOS_PER_PAGE >= photos.length}
          onClick={() => setStartIndex(startIndex + PHOTOS_PER_PAGE)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it with the arrow keys */}
      <ol tabIndex={0} aria-label="Photos in the new order" className={styles['strip']}>
        {shownPhotos.map(({ photo, localMs }) => (
          <li key={photo.id} className={styles['item']}>
            <span className={styles['picture']}>
              <Picture src={photo.thumbnail_url} alt={photoName(photo)} placeholder={photo.placeholder} />
            </span>
            <span className={styles['capture-time']}>
              {localMs !== null && <span className={styles['letter']}>{letters.get(cameraIdOf(photo)) ?? ''}</span>}
              {localMs === null ? 'No time' : formatTimeOfDay(localMs)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const DIALOG_TITLE = 'Order by capture time'
type CaptureOrderProps = { album: AlbumWithPhotos; onClose: () => void }

/** Sorts all photos of an album by capture time. The user can correct wrong camera clocks, for this album only. */
export function CaptureOrderDialog({ album, onClose }: CaptureOrderProps) {
  // The album before the change, which Undo needs: saving the order changes the prop `album`.
  const [originalAlbum] = useState(album)
  const { data, isError } = useCached(captureOrderQuery(originalAlbum))
  if (data) return <CaptureOrderForm album={originalAlbum} captureOrder={data} onClose={onClose} />
  return (
    <Modal title={DIALOG_TITLE} size="wide" onClose={onClose}>
      {isError ? <FailureNote text="The capture times could not be loaded." /> : <Spinner label="Loading…" />}
    </Modal>
  )
}

function Explanation({ hasSections }: { hasSections: boolean }) {
  return (
    <p className={styles['note']}>
      All cameras are combined in one timeline{hasSections && ', within each section'}. Correct wrong camera clocks:
      corrections apply to this album only, and files do not change.
    </p>
  )
}

function ChangeSummary({ movedCount, withoutTimeCount }: { movedCount: number; withoutTimeCount: number }) {
  return (
    <p role="status" className={styles['note']}>
      {movedCount === 0 ? 'The photos are already in this order.' : `${formatPhotoCount(movedCount)} will move.`}
      {withoutTimeCount > 0 && ` ${formatPhotoCount(withoutTimeCount)} without a capture time will be at the end.`}
    </p>
  )
}

const toCorrections = (cameras: readonly Camera[], clockErrors: ClockErrorByCamera) =>
  cameras.map(({ id }) => ({ id, correction_ms: toCorrectionMs(clockErrors[id] ?? CORRECT_CLOCK) }))

function CaptureOrderForm({
  album,
  captureOrder,
  onClose,
}: CaptureOrderProps & { captureOrder: http.AlbumCaptureOrder }) {
  const cameras = useMemo(() => labelCameras(captureOrder), [captureOrder])
  const [clockErrors, setClockErrors] = useState<ClockErrorByCamera>(() =>
    Object.fromEntries(captureOrder.cameras.map(({ id, correction_ms: ms }) => [id, toClockError(ms)])),
  )
  const [keepSorted, setKeepSorted] = useState(captureOrder.keep)
  const [isComparing, setIsComparing] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const deferredClockErrors = useDeferredValue(clockErrors)
  const timeline = useMemo(() => previewTimeline(album, deferredClockErrors), [album, deferredClockErrors])
  const setClockError = (cameraId: string, clockError: ClockErrorByCamera[string]) =>
    setClockErrors(current => ({ ...current, [cameraId]: clockError }))

  const save = async () => {
    setIsSaving(true)
    const outcome = await orderByCapture(album.id, { cameras: toCorrections(cameras, clockErrors), keep: keepSorted })
    setIsSaving(false)
    if ('failure' in outcome) return setError(outcome.failure)
    showUndo('Ordered by capture time.', () => void revertOrder(album, captureOrder))
    onClose()
  }

  if (isComparing)
    return (
      <SameMomentDialog
        album={album}
        cameras={cameras}
        clockErrors={clockErrors}
        onCalculated={(cameraId, clockError) => {
          setClockError(cameraId, clockError)
          setIsComparing(false)
        }}
        onClose={() => setIsComparing(false)}
      />
    )
  const actions = (
    <>
      <Checkbox
        label="Also sort photos that are added later"
        className={styles['keep-option']}
        checked={keepSorted}
        onChange={event => setKeepSorted(event.target.checked)}
      />
      <Button onClick={onClose}>Cancel</Button>
      <Button appearance="primary" disabled={isSaving || cameras.length === 0} onClick={() => void save()}>
        Order Photos
      </Button>
    </>
  )
  return (
    <Modal title={DIALOG_TITLE} size="wide" onClose={onClose} actions={actions}>
      <div className="stack-4 shrinkable">
        <Explanation hasSections={album.sections.length > 0} />
        {cameras.length === 0 ? (
          <p>None of these photos have a capture time.</p>
        ) : (
          <CameraList
            album={album}
            cameras={cameras}
            clockErrors={clockErrors}
            usualOffset={captureOrder.usual_offset}
            onClockErrorChange={setClockError}
          />
        )}
        {cameras.length > 1 && (
          <div>
            <Button onClick={() => setIsComparing(true)}>Compare Photos of the Same Moment</Button>
          </div>
        )}
        {cameras.length > 0 && <TimelineStrip photos={timeline.photos} cameras={cameras} />}
        <ChangeSummary movedCount={timeline.movedCount} withoutTimeCount={captureOrder.without_time} />
        <FailureNote text={error} />
      </div>
    </Modal>
  )
}
