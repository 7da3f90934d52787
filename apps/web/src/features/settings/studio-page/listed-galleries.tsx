import { type http, MAX_LISTED_GALLERIES } from '@daymark/contracts'
import { ArrowDown, ArrowUp, GripVertical, Lock, Plus, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { moveItem, useDragOrder } from '../../../lib/drag-order.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { SettingsBlock } from '../frame/settings-section.tsx'
import { saveListedShares } from './studio-page.actions.ts'
import styles from './studio-page.module.css'

const AddGalleries = lazy(async () => ({ default: (await import('./add-galleries.dialog.tsx')).AddGalleriesDialog }))

/** Explains the states in which visitors cannot open a gallery. */
const STATE_EXPLANATIONS: Partial<Record<http.ListedShare['state'], string>> = {
  locked: 'Locked: only the title is shown',
  empty: 'Not shown: it has no photos',
  over: 'Not shown: the link is revoked or expired',
}

/** The galleries of the page. The user changes their order by dragging or with the arrow buttons. */
export function ListedGalleries({ page: { shares } }: { page: http.StudioPageSettings }) {
  const [isAdding, setIsAdding] = useState(false)
  const [announcement, announce] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: number } | null>(null)
  useEffect(() => {
    // Moving an element in the document removes its focus, so the button is focused again.
    if (moved) list.current?.querySelector<HTMLElement>(`[data-move="${moved.id} ${moved.by}"]`)?.focus()
  }, [moved, shares])
  const save = async (next: http.ListedShare[]) => {
    if (!(await saveListedShares(next))) showToast('The order could not be saved. Please try again.')
  }
  const move = (id: string, to: number) => {
    const from = shares.findIndex(share => share.share_id === id)
    const share = shares[from]
    if (!share || to < 0 || to >= shares.length || to === from) return
    announce(`${share.title} is at position ${to + 1} of ${shares.length}.`)
    void save(moveItem(shares, from, to))
  }
  return (
    <SettingsBlock>
      <div className={styles['heading']}>
        <h3>Galleries</h3>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          disabled={shares.length >= MAX_LISTED_GALLERIES}
          onClick={() => setIsAdding(true)}
        >
          Add Galleries
        </Button>
      </div>
      {shares.length === 0 ? (
        <p className={styles['note']}>No galleries yet. Visitors see an empty page.</p>
      ) : (
        <ul ref={list} className={styles['list']}>
          {shares.map((share, index) => (
            <GalleryRow
              key={share.share_id}
              share={share}
              index={index}
              isLast={index === shares.length - 1}
              onDrop={move}
              onStep={by => {
                move(share.share_id, index + by)
                setMoved({ id: share.share_id, by })
              }}
              onRemove={() => void save(shares.filter(other => other !== share))}
            />
          ))}
        </ul>
      )}
      <p aria-live="polite" className="visually-hidden">
        {announcement}
      </p>
      <Suspense>
        {isAdding && <AddGalleries shares={shares} onAdd={save} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </SettingsBlock>
  )
}

type GalleryRowProps = {
  share: http.ListedShare
  index: number
  isLast: boolean
  onDrop: (id: string, to: number) => void
  onStep: (by: number) => void
  onRemove: () => void
}

function GalleryRow({ share, index, isLast, onDrop, onStep, onRemove }: GalleryRowProps) {
  const { share_id: id, title, state, thumbnail_url: thumbnail } = share
  const { ref, isDragged, side } = useDragOrder<HTMLLIElement>({ id, index, along: 'column', onDrop })
  const step = (by: number) => ({ 'data-move': `${id} ${by}`, onClick: () => onStep(by), size: 'small' as const })
  return (
    <li ref={ref} data-side={side} className={classNames(styles['row'], isDragged && styles['dragged'])}>
      <GripVertical aria-hidden className={styles['grip']} />
      <span className={styles['thumbnail']}>
        {thumbnail && <img src={thumbnail} alt="" loading="lazy" draggable={false} />}
        {state === 'locked' && <Lock aria-hidden />}
      </span>
      <span className={styles['words']}>
        <span>{title}</span>
        {STATE_EXPLANATIONS[state] && <span className={styles['note']}>{STATE_EXPLANATIONS[state]}</span>}
      </span>
      <span className={styles['tools']}>
        <IconButton name={`Move ${title} up`} aria-disabled={index === 0} {...step(-1)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton name={`Move ${title} down`} aria-disabled={isLast} {...step(1)}>
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton name={`Remove ${title} from the page`} size="small" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
