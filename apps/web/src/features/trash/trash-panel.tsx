import type { http } from '@daymark/contracts'
import { Check, ImageOff, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deletePermanently, toDeletedItems, restoreItems } from '../../domain/trash/restore.actions.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { ActionBar } from '../../ui/buttons/action-bar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { useSelectionKeys } from '../../widgets/photo-grid/selection/use-selection-keys.ts'
import { useSelection } from '../../widgets/photo-grid/selection/use-selection.ts'
import styles from './trash.module.css'

const WORDS = {
  images: ['photo', 'photos', 'Deleted photos'],
  albums: ['album', 'albums', 'Deleted albums'],
  tags: ['tag', 'tags', 'Deleted tags'],
  shares: ['link', 'links', 'Deleted links'],
} as const
const counted = (kind: http.TrashKind, count: number) => `${count} ${WORDS[kind][count === 1 ? 0 : 1]}`
const NONE: ReadonlySet<string> = new Set()

type Props = {
  kind: http.TrashKind
  items: readonly http.TrashItem[]
  more: (() => void) | null
  isReading: boolean
}

/** The deleted items of one kind; several can be selected. */
export function TrashPanel({ kind, items, more, isReading }: Props) {
  const work = useSelection(items.map(({ id }) => id))
  const [failure, setFailure] = useState<string | null>(null)
  useSelectionKeys(work.selection)
  const ids = work.selection?.ids ?? NONE
  const chosen = { ids, toggle: (id: string, withRange: boolean) => toggle(work, id, withRange) }
  const onRestore = async () => {
    setFailure(null)
    const answer = await restoreItems(toDeletedItems(kind, ids))
    if (answer !== null) return setFailure(answer)
    work.stop()
    showToast(`${counted(kind, ids.size)} restored`)
  }
  if (items.length === 0) return <Nothing kind={kind} />
  return (
    <div className={styles['panel']}>
      {ids.size > 0 && (
        <ChosenBar
          kind={kind}
          ids={ids}
          onRestore={() => void onRestore()}
          isAll={ids.size === items.length}
          work={work}
        />
      )}
      <FailureNote text={failure} />
      {kind === 'images' ? (
        <TrashedPhotos items={items} chosen={chosen} />
      ) : (
        <TrashedThings label={WORDS[kind][2]} items={items} chosen={chosen} />
      )}
      {more && (
        <Button className={styles['more']} disabled={isReading} onClick={more}>
          Show More
        </Button>
      )}
    </div>
  )
}

type Work = ReturnType<typeof useSelection>
/** Selecting the first item starts the selection. */
const toggle = ({ selection, startWith }: Work, id: string, withRange: boolean) =>
  selection ? selection.toggle(id, withRange) : startWith(id)

type BarProps = { kind: http.TrashKind; ids: ReadonlySet<string>; isAll: boolean; work: Work; onRestore: () => void }
function ChosenBar({ kind, ids, isAll, work, onRestore }: BarProps) {
  const [isAsking, setIsAsking] = useState(false)
  const onDone = () => {
    setIsAsking(false)
    work.stop()
  }
  return (
    <>
      <ActionBar label="Selected" summary={`${ids.size} selected`}>
        <Button look="primary" icon={<RotateCcw aria-hidden />} onClick={onRestore}>
          Restore
        </Button>
        {!isAll && <Button onClick={() => work.selection?.selectAll()}>Select All</Button>}
        <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsAsking(true)}>
          Delete Permanently
        </Button>
        <Button look="quiet" onClick={work.stop}>
          Cancel
        </Button>
      </ActionBar>
      {isAsking && (
        <FormDialog
          title={`Delete ${counted(kind, ids.size)} permanently?`}
          submit="Delete Permanently"
          isDanger
          onSubmit={() => deletePermanently(toDeletedItems(kind, ids))}
          onDone={onDone}
          onClose={() => setIsAsking(false)}
        >
          <p>This cannot be undone.</p>
        </FormDialog>
      )}
    </>
  )
}

const Nothing = ({ kind }: { kind: http.TrashKind }) => (
  <EmptyState
    icon={<Trash2 aria-hidden />}
    title={`No ${WORDS[kind][1]} in the trash`}
    text={`Deleted ${WORDS[kind][1]} appear here.`}
  />
)

type Chosen = { ids: ReadonlySet<string>; toggle: (id: string, withRange: boolean) => void }
type TrashedPhotosProps = { items: readonly http.TrashItem[]; chosen: Chosen }

/** The whole tile is its checkbox: in the trash there is nothing to open. */
function TrashedPhotos({ items, chosen }: TrashedPhotosProps) {
  return (
    <ul aria-label="Deleted photos" className={styles['photos']}>
      {items.map(item => (
        <li key={item.id} className={styles['photo']}>
          <label className={styles['tile']}>
            {item.thumbnail_url ? (
              <Picture src={item.thumbnail_url} alt="" placeholder={item.placeholder} />
            ) : (
              <span className={styles['stand-in']}>
                <ImageOff aria-hidden />
              </span>
            )}
            <ChooseBox item={item} chosen={chosen} />
            <span aria-hidden className={styles['mark']}>
              <Check />
            </span>
          </label>
          <p className={styles['caption']}>
            <span className={styles['name']} title={item.name}>
              {item.name}
            </span>
            <span className={styles['facts']}>{daysLeft(item.purged_at)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function ChooseBox({ item, chosen }: { item: http.TrashItem; chosen: Chosen }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${item.name}`}
      className={styles['checkbox']}
      checked={chosen.ids.has(item.id)}
      // React reads a checkbox by its click event, which includes the Shift key.
      onChange={({ nativeEvent }) => chosen.toggle(item.id, (nativeEvent as MouseEvent).shiftKey)}
    />
  )
}

type TrashedThingsProps = { label: string; items: readonly http.TrashItem[]; chosen: Chosen }

/** Albums, tags and links with the number of their photos. */
function TrashedThings({ label, items, chosen }: TrashedThingsProps) {
  return (
    <ul aria-label={label} className={styles['things']}>
      {items.map(item => (
        <li key={item.id}>
          <label className={styles['thing']}>
            <ChooseBox item={item} chosen={chosen} />
            <span className={styles['words']}>
              <span className={styles['name']}>{item.name}</span>
              <span className={styles['facts']}>
                {[facts(item), `Deleted ${formatDate(item.deleted_at)}`].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles['left']}>{daysLeft(item.purged_at)}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function facts({ image_count: photos, view_count: views }: http.TrashItem): string | null {
  if (photos !== null) return photos === 1 ? '1 photo' : `${photos} photos`
  if (views !== null) return views === 1 ? '1 view' : `${views} views`
  return null
}

const DAY_MS = 86_400_000

/** In whole days, rounded up: an item that is removed within the next day has one left. */
export function daysLeft(purgedAt: string, now = Date.now()): string {
  const days = Math.max(1, Math.ceil((Date.parse(purgedAt) - now) / DAY_MS))
  return days === 1 ? '1 day left' : `${days} days left`
}
