import { DAY_MS, type http } from '@daymark/contracts'
import { Check, ImageOff, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatPhotoCount } from '../../domain/photos/photo.ts'
import { deletePermanently, toDeletedItems, restoreItems } from '../../domain/trash/restore.actions.ts'
import { formatDate } from '../../lib/format/dates.ts'
import { ActionBar } from '../../ui/buttons/action-bar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/overlay/overlay-store.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { useSelectionKeys } from '../../widgets/photo-grid/selection/grid-gestures.tsx'
import { useSelection } from '../../widgets/photo-grid/selection/use-selection.ts'
import styles from './trash.module.css'

const KIND_NAMES = {
  images: { singular: 'photo', plural: 'photos' },
  albums: { singular: 'album', plural: 'albums' },
  tags: { singular: 'tag', plural: 'tags' },
  shares: { singular: 'link', plural: 'links' },
} as const
const formatItemCount = (kind: http.TrashKind, count: number) =>
  `${count} ${KIND_NAMES[kind][count === 1 ? 'singular' : 'plural']}`
const NO_IDS: ReadonlySet<string> = new Set()

type TrashPanelProps = {
  kind: http.TrashKind
  items: readonly http.TrashItem[]
  /** Loads more items. Null: all items are loaded. */
  onMore: (() => void) | null
  isLoadingMore: boolean
}

/** The deleted items of one kind, of which the user can select several. */
export function TrashPanel({ kind, items, onMore, isLoadingMore }: TrashPanelProps) {
  const selectionMode = useSelection(items.map(({ id }) => id))
  const [failure, setFailure] = useState<string | null>(null)
  useSelectionKeys(selectionMode.selection)
  const ids = selectionMode.selection?.ids ?? NO_IDS
  const selection = { ids, toggle: (id: string, withRange: boolean) => toggleItem(selectionMode, id, withRange) }
  const onRestore = async () => {
    setFailure(null)
    const problem = await restoreItems(toDeletedItems(kind, ids))
    if (problem !== null) return setFailure(problem)
    selectionMode.stop()
    showToast(`${formatItemCount(kind, ids.size)} restored`)
  }
  if (items.length === 0) return <EmptyTrashPanel kind={kind} />
  return (
    <div className="stack-4 shrinkable">
      {ids.size > 0 && (
        <TrashSelectionBar
          kind={kind}
          ids={ids}
          onRestore={() => void onRestore()}
          isAllSelected={ids.size === items.length}
          selectionMode={selectionMode}
        />
      )}
      <FailureNote text={failure} />
      {kind === 'images' ? (
        <TrashedPhotos items={items} selection={selection} />
      ) : (
        <TrashedItems label={`Deleted ${KIND_NAMES[kind].plural}`} items={items} selection={selection} />
      )}
      {onMore && (
        <Button className="justify-self-center" disabled={isLoadingMore} onClick={onMore}>
          Show More
        </Button>
      )}
    </div>
  )
}

type SelectionMode = ReturnType<typeof useSelection>
/** Toggles the selection of an item. If nothing is selected yet, starts the selection with the item. */
const toggleItem = ({ selection, startWith }: SelectionMode, id: string, withRange: boolean) =>
  selection ? selection.toggle(id, withRange) : startWith(id)

type TrashSelectionBarProps = {
  kind: http.TrashKind
  ids: ReadonlySet<string>
  isAllSelected: boolean
  selectionMode: SelectionMode
  onRestore: () => void
}
function TrashSelectionBar({ kind, ids, isAllSelected, selectionMode, onRestore }: TrashSelectionBarProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const onDone = () => {
    setIsConfirming(false)
    selectionMode.stop()
  }
  return (
    <>
      <ActionBar label="Selected" summary={`${ids.size} selected`}>
        <Button appearance="primary" icon={<RotateCcw aria-hidden />} onClick={onRestore}>
          Restore
        </Button>
        {!isAllSelected && <Button onClick={() => selectionMode.selection?.selectAll()}>Select All</Button>}
        <Button appearance="danger" icon={<Trash2 aria-hidden />} onClick={() => setIsConfirming(true)}>
          Delete Permanently
        </Button>
        <Button appearance="quiet" onClick={selectionMode.stop}>
          Cancel
        </Button>
      </ActionBar>
      {isConfirming && (
        <FormDialog
          title={`Delete ${formatItemCount(kind, ids.size)} permanently?`}
          submit="Delete Permanently"
          isDanger
          onSubmit={() => deletePermanently(toDeletedItems(kind, ids))}
          onDone={onDone}
          onClose={() => setIsConfirming(false)}
        >
          <p>This cannot be undone.</p>
        </FormDialog>
      )}
    </>
  )
}

const EmptyTrashPanel = ({ kind }: { kind: http.TrashKind }) => (
  <EmptyState
    icon={<Trash2 aria-hidden />}
    title={`No ${KIND_NAMES[kind].plural} in the trash`}
    text={`Deleted ${KIND_NAMES[kind].plural} appear here.`}
  />
)

type ItemSelection = { ids: ReadonlySet<string>; toggle: (id: string, withRange: boolean) => void }
type TrashedPhotosProps = { items: readonly http.TrashItem[]; selection: ItemSelection }

/** Photos in the trash. They cannot be opened, so a click anywhere on a tile selects it. */
function TrashedPhotos({ items, selection }: TrashedPhotosProps) {
  return (
    <ul aria-label="Deleted photos" className={styles['photos']}>
      {items.map(item => (
        <li key={item.id} className={styles['photo']}>
          <label className={styles['tile']}>
            {item.thumbnail_url ? (
              <Picture src={item.thumbnail_url} alt="" placeholder={item.placeholder} />
            ) : (
              <span className={styles['missing-preview']}>
                <ImageOff aria-hidden />
              </span>
            )}
            <ItemCheckbox item={item} selection={selection} />
            <span aria-hidden className={styles['checkmark']}>
              <Check />
            </span>
          </label>
          <p className={styles['caption']}>
            <span className="truncate" title={item.name}>
              {item.name}
            </span>
            <span className={styles['details']}>{formatDaysLeft(item.purged_at)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function ItemCheckbox({ item, selection }: { item: http.TrashItem; selection: ItemSelection }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${item.name}`}
      className={styles['checkbox']}
      checked={selection.ids.has(item.id)}
      // React reports a change of a checkbox with its click event, which includes the Shift key.
      onChange={({ nativeEvent }) => selection.toggle(item.id, (nativeEvent as MouseEvent).shiftKey)}
    />
  )
}

type TrashedItemsProps = { label: string; items: readonly http.TrashItem[]; selection: ItemSelection }

/** Albums, tags or links in the trash, with the number of their photos. */
function TrashedItems({ label, items, selection }: TrashedItemsProps) {
  return (
    <ul aria-label={label} className={`surface ${styles['items']}`}>
      {items.map(item => (
        <li key={item.id}>
          <label className={styles['item']}>
            <ItemCheckbox item={item} selection={selection} />
            <span className="stack grow">
              <span className="truncate">{item.name}</span>
              <span className={styles['details']}>
                {[describeCount(item), `Deleted ${formatDate(item.deleted_at)}`].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles['days-left']}>{formatDaysLeft(item.purged_at)}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function describeCount({ image_count: photos, view_count: views }: http.TrashItem): string | null {
  if (photos !== null) return formatPhotoCount(photos)
  if (views !== null) return views === 1 ? '1 view' : `${views} views`
  return null
}

/** Returns the remaining days, rounded up, as a text: an item that is removed within the next day has one day left. */
export function formatDaysLeft(purgedAt: string, now = Date.now()): string {
  const days = Math.max(1, Math.ceil((Date.parse(purgedAt) - now) / DAY_MS))
  return days === 1 ? '1 day left' : `${days} days left`
}
