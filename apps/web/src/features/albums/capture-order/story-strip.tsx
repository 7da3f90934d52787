import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { photoName } from '../../../domain/photos/photo.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { formatClock } from './clock.ts'
import styles from './capture-order.module.css'
import { type Camera, cameraIdOf, type StoryPhoto } from './story.ts'

/** As many as fit a wide screen; buttons show more. */
const PAGE = 24

/** The photos in the new order, each with the letter of its camera and its corrected time. */
export function StoryStrip({ order, cameras }: { order: readonly StoryPhoto[]; cameras: readonly Camera[] }) {
  const [start, setStart] = useState(0)
  const letters = new Map(cameras.map(({ id, letter }) => [id, letter]))
  const shown = order.slice(start, start + PAGE)
  return (
    <section aria-label="The new order" className={styles['story']}>
      <header className={styles['bar']}>
        <h3 className={styles['heading']}>The new order</h3>
        <span className={styles['note']}>
          {start + 1} to {start + shown.length} of {order.length}
        </span>
        <IconButton name="Earlier photos" size="small" disabled={start === 0} onClick={() => setStart(start - PAGE)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          name="Later photos"
          size="small"
          disabled={start + PAGE >= order.length}
          onClick={() => setStart(start + PAGE)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no pointer scrolls it with the arrow keys */}
      <ol tabIndex={0} aria-label="Photos in the new order" className={styles['strip']}>
        {shown.map(({ photo, local }) => (
          <li key={photo.id} className={styles['item']}>
            <span className={styles['picture']}>
              <Picture src={photo.thumbnail_url} alt={photoName(photo)} placeholder={photo.placeholder} />
            </span>
            <span className={styles['when']}>
              {local !== null && <span className={styles['letter']}>{letters.get(cameraIdOf(photo)) ?? ''}</span>}
              {local === null ? 'No time' : formatClock(local)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
