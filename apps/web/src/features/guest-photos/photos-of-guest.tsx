import { formatBytes, type http } from '@daymark/contracts'
import { Check, ImageOff, X } from 'lucide-react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import type { ReviewActions, GuestPhotoPage } from './guest-photos.api.ts'
import styles from './guest-photos.module.css'

type GuestPhotoTileProps = {
  image: http.ReceivedImage
  isChosen: boolean
  reviewActions: ReviewActions
  onToggle: (id: string) => void
  onOpen: (image: http.ReceivedImage) => void
}

const NO_PICTURE_TEXTS = { processing: 'Processing…', failed: 'No preview', completed: '' }

function GuestPhotoTile({ image, isChosen, reviewActions, onToggle, onOpen }: GuestPhotoTileProps) {
  const { id, filename, thumbnail_url: url, placeholder, processing_status: status } = image
  return (
    <li className={styles['tile']}>
      <div className={styles['picture']}>
        {url ? (
          <button
            type="button"
            aria-label={`Open ${filename}`}
            className={styles['open']}
            onClick={() => onOpen(image)}
          >
            <Picture src={url} alt="" placeholder={placeholder} />
          </button>
        ) : (
          <p className={styles['no-preview']}>
            <ImageOff aria-hidden />
            {NO_PICTURE_TEXTS[status]}
          </p>
        )}
      </div>
      <div className={styles['tile-footer']}>
        <Checkbox
          label={<span className="caption truncate">{filename}</span>}
          checked={isChosen}
          onChange={() => onToggle(id)}
        />
        <IconButton
          name={`Decline ${filename}`}
          size="small"
          disabled={reviewActions.isBusy}
          onClick={() => reviewActions.onDecline({ image_ids: [id] }, 1)}
        >
          <X aria-hidden />
        </IconButton>
        <IconButton
          name={`Approve ${filename}`}
          size="small"
          disabled={reviewActions.isBusy}
          onClick={() => reviewActions.onApprove({ image_ids: [id] })}
        >
          <Check aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

type PhotosOfGuestProps = Omit<GuestPhotoTileProps, 'image' | 'isChosen'> & {
  guest: GuestPhotoPage['guests'][number]
  images: readonly http.ReceivedImage[]
  chosenIds: ReadonlySet<string>
}

/** The photos of one guest, to be approved or declined together or one by one. */
export function PhotosOfGuest({ guest, images, chosenIds, reviewActions, ...handlers }: PhotosOfGuestProps) {
  if (images.length === 0) return null
  const selection = { guest_id: guest.id }
  return (
    <section aria-label={`From ${guest.name}`} className="stack-3 shrinkable">
      <header className={styles['guest-header']}>
        <h2>From {guest.name}</h2>
        <span className="muted">{guest.waiting_count}</span>
        <div>
          <Button
            size="small"
            appearance="quiet"
            disabled={reviewActions.isBusy}
            aria-label={`Decline all from ${guest.name}`}
            onClick={() => reviewActions.onDecline(selection, guest.waiting_count)}
          >
            Decline
          </Button>
          <Button
            size="small"
            disabled={reviewActions.isBusy}
            aria-label={`Approve all from ${guest.name}`}
            onClick={() => reviewActions.onApprove(selection)}
          >
            Approve
          </Button>
        </div>
      </header>
      <ul className={styles['tiles']}>
        {images.map(image => (
          <GuestPhotoTile
            key={image.id}
            image={image}
            isChosen={chosenIds.has(image.id)}
            reviewActions={reviewActions}
            {...handlers}
          />
        ))}
      </ul>
    </section>
  )
}

type LargePhotoDialogProps = { image: http.ReceivedImage; reviewActions: ReviewActions; onClose: () => void }

/** One photo as large as the window allows, with the buttons to approve or decline it. */
export function LargePhotoDialog({ image, reviewActions, onClose }: LargePhotoDialogProps) {
  const { id, filename, url, width, height, size, sent_by: name, received_at: receivedAt } = image
  const selection = { image_ids: [id] }
  const closeThen = (decide: () => void) => () => {
    onClose()
    decide()
  }
  const actions = (
    <>
      <Button
        appearance="danger"
        disabled={reviewActions.isBusy}
        onClick={closeThen(() => reviewActions.onDecline(selection, 1))}
      >
        Decline
      </Button>
      <Button
        appearance="primary"
        disabled={reviewActions.isBusy}
        onClick={closeThen(() => reviewActions.onApprove(selection))}
      >
        Approve
      </Button>
    </>
  )
  return (
    <Modal title={filename} size="wide" onClose={onClose} actions={actions}>
      {url && (
        <img
          src={url}
          alt={filename}
          width={width ?? undefined}
          height={height ?? undefined}
          className={styles['large']}
        />
      )}
      <p className={styles['details']}>
        From {name}, {formatDateTime(receivedAt)} · {formatBytes(size)}
      </p>
    </Modal>
  )
}
