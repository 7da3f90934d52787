import { type http, MAX_LISTED_GALLERIES } from '@daymark/contracts'
import { ArrowDown, ArrowUp, GripVertical, Lock, Plus, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { moveItem, useDragOrder } from '../../../lib/drag-order.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { SettingsBlock } from '../frame/settings-section.tsx'
import { saveListedShares } from './studio-page.actions.ts'
import styles from './studio-page.module.css'

const AddGalleries = lazyOf(() => import('./add-galleries.dialog.tsx'), 'AddGalleriesDialog')

/** Explains the states in which visitors cannot open a gallery. */
const STATE_EXPLANATIONS: Partial<Record<http.ListedShare['state'], string>> = {
  locked: 'Locked: visitors see only the title',
  empty: 'Not shown: it has no photos',
  over: 'Not shown: the link is revoked or expired',
}

/** The galleries of the page. The user changes their order by dragging or with the arrow buttons. */
export function ListedGalleries({ page: { shares } }: { page: http.StudioPageSettings }) {
  const [isAdding, setIsAdding] = useState(false)
  const [announcement, announce] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const [lastMove, setLastMove] = useState<{ id: string; step: number } | null>(null)
  useEffect(() => {
    // Moving an element in the document removes its focus, so the button is focused again.
    if (lastMove) list.current?.querySelector<HTMLElement>(`[data-move="${lastMove.id} ${lastMove.step}"]`)?.focus()
  }, [lastMove, shares])
  const save = async (next: http.ListedShare[]) => {
    if (!(await saveListedShares(next))) showToast('The order could not be saved. Please try again.')
  }
  const move = (id: string, newIndex: number) => {
    const oldIndex = shares.findIndex(share => share.share_id === id)
    const share = shares[oldIndex]
    if (!share || newIndex < 0 || newIndex >= shares.length || newIndex === oldIndex) return
    announce(`${share.title} is at position ${newIndex + 1} of ${shares.length}.`)
    void save(moveItem(shares, oldIndex, newIndex))
  }
  return (
    <SettingsBlock>
      <div className={`between ${styles['heading']}`}>
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
        <p className="muted">No galleries yet. Visitors see an empty page.</p>
      ) : (
        <ul ref={list} className="stack">
          {shares.map((share, index) => (
            <GalleryRow
              key={share.share_id}
              share={share}
              index={index}
              isLast={index === shares.length - 1}
              onDrop={move}
              onStep={step => {
                move(share.share_id, index + step)
                setLastMove({ id: share.share_id, step })
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
  onDrop: (id: string, newIndex: number) => void
  onStep: (step: number) => void
  onRemove: () => void
}

function GalleryRow({ share, index, isLast, onDrop, onStep, onRemove }: GalleryRowProps) {
  const { share_id: id, title, state, thumbnail_url: thumbnail } = share
  const { ref, isDragged, side } = useDragOrder<HTMLLIElement>({ id, index, axis: 'column', onDrop })
  const moveButtonProps = (step: number) => ({
    'data-move': `${id} ${step}`,
    onClick: () => onStep(step),
    size: 'small' as const,
  })
  return (
    <li ref={ref} data-side={side} className={classNames(styles['row'], isDragged && styles['dragged'])}>
      <GripVertical aria-hidden className={styles['grip']} />
      <span className={styles['thumbnail']}>
        {thumbnail && <img src={thumbnail} alt="" loading="lazy" draggable={false} />}
        {state === 'locked' && <Lock aria-hidden />}
      </span>
      <span className={styles['gallery-text']}>
        <span>{title}</span>
        {STATE_EXPLANATIONS[state] && <span className="muted">{STATE_EXPLANATIONS[state]}</span>}
      </span>
      <span className={styles['tools']}>
        <IconButton name={`Move ${title} up`} aria-disabled={index === 0} {...moveButtonProps(-1)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton name={`Move ${title} down`} aria-disabled={isLast} {...moveButtonProps(1)}>
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton name={`Remove ${title} from the page`} size="small" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
