import type { http } from '@daymark/contracts'
import { Check, ImageOff, X } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import type { Decide, Received } from './guest-photos.api.ts'
import styles from './guest-photos.module.css'

type TileProps = {
  image: http.ReceivedImage
  isChosen: boolean
  decide: Decide
  onToggle: (id: string) => void
  onOpen: (image: http.ReceivedImage) => void
}

const UNSHOWN = { processing: 'Processing…', failed: 'No preview', completed: '' }

function Tile({ image, isChosen, decide, onToggle, onOpen }: TileProps) {
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
          <p className={styles['unshown']}>
            <ImageOff aria-hidden />
            {UNSHOWN[status]}
          </p>
        )}
      </div>
      <div className={styles['under']}>
        <Checkbox
          label={<span className={styles['name']}>{filename}</span>}
          checked={isChosen}
          onChange={() => onToggle(id)}
        />
        <IconButton
          name={`Decline ${filename}`}
          size="small"
          disabled={decide.isBusy}
          onClick={() => decide.onRefuse({ image_ids: [id] }, 1)}
        >
          <X aria-hidden />
        </IconButton>
        <IconButton
          name={`Approve ${filename}`}
          size="small"
          disabled={decide.isBusy}
          onClick={() => decide.onAccept({ image_ids: [id] })}
        >
          <Check aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

type Props = Omit<TileProps, 'image' | 'isChosen'> & {
  guest: Received['guests'][number]
  images: readonly http.ReceivedImage[]
  chosen: ReadonlySet<string>
}

/** The photos of one guest, decided together or one by one. */
export function PhotosOfGuest({ guest, images, chosen, decide, ...handlers }: Props) {
  if (images.length === 0) return null
  const all = { guest_id: guest.id }
  return (
    <section aria-label={`From ${guest.name}`} className={styles['guest']}>
      <header className={styles['who']}>
        <h2>From {guest.name}</h2>
        <span className={styles['count']}>{guest.waiting_count}</span>
        <div>
          <Button
            size="small"
            look="quiet"
            disabled={decide.isBusy}
            aria-label={`Decline all from ${guest.name}`}
            onClick={() => decide.onRefuse(all, guest.waiting_count)}
          >
            Decline
          </Button>
          <Button
            size="small"
            disabled={decide.isBusy}
            aria-label={`Approve all from ${guest.name}`}
            onClick={() => decide.onAccept(all)}
          >
            Approve
          </Button>
        </div>
      </header>
      <ul className={styles['tiles']}>
        {images.map(image => (
          <Tile key={image.id} image={image} isChosen={chosen.has(image.id)} decide={decide} {...handlers} />
        ))}
      </ul>
    </section>
  )
}
