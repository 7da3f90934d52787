import type { http } from '@daymark/contracts'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deletePermanently, idsOf, restore } from '../../domain/trash/restore.actions.ts'
import { ActionBar } from '../../ui/buttons/action-bar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { useSelectionKeys } from '../../widgets/photo-grid/selection/use-selection-keys.ts'
import { useSelection } from '../../widgets/photo-grid/selection/use-selection.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { TrashedPhotos } from './trashed-photos.tsx'
import { TrashedThings } from './trashed-things.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
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
    const answer = await restore(idsOf(kind, ids))
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
          onSubmit={() => deletePermanently(idsOf(kind, ids))}
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
