import type { http } from '@daymark/contracts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { emptyTrash } from '../../domain/trash/restore.actions.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { TrashPanel } from './trash-panel.tsx'
import { useTrash } from './trash.queries.ts'
import styles from './trash.module.css'

const TRASH_TABS = [
  { id: 'images', label: 'Photos' },
  { id: 'albums', label: 'Albums' },
  { id: 'tags', label: 'Tags' },
  { id: 'shares', label: 'Links' },
] as const satisfies { id: http.TrashKind; label: string }[]

const describeRetention = (days: number): string =>
  days === 0
    ? 'Deleted items are removed at once.'
    : `Deleted items stay here for ${days === 1 ? '1 day' : `${days} days`}. They use no storage, and only you can see them.`

function TrashSkeleton() {
  return (
    <Skeletons label="Loading the trash" className={styles['photos']}>
      {Array.from({ length: 12 }, (_, n) => (
        <Skeleton key={n} className={styles['loading']} />
      ))}
    </Skeletons>
  )
}

type TrashHeaderProps = { retentionDays: number | undefined; total: number; onEmpty: () => void }

function TrashHeader({ retentionDays, total, onEmpty }: TrashHeaderProps) {
  return (
    <header className={`between ${styles['header']}`}>
      <div>
        <h1>Trash</h1>
        {retentionDays !== undefined && <p>{describeRetention(retentionDays)}</p>}
      </div>
      {total > 0 && (
        <Button icon={<Trash2 aria-hidden />} onClick={onEmpty}>
          Empty Trash
        </Button>
      )}
    </header>
  )
}

const sumCounts = (counts: http.TrashCounts | undefined): number =>
  counts ? counts.images + counts.albums + counts.tags + counts.shares : 0

/** Rule 25: deleted items can be restored until they are removed permanently. */
export function TrashPage() {
  useTitle('Trash')
  const [kind, setKind] = useState<http.TrashKind>('images')
  const [isEmptying, setIsEmptying] = useState(false)
  const trash = useTrash(kind)
  const { list, counts } = trash
  const total = sumCounts(counts)
  return (
    <div className="stack-4 shrinkable">
      <TrashHeader retentionDays={trash.retentionDays} total={total} onEmpty={() => setIsEmptying(true)} />
      {trash.isFailed && !list && (
        <EmptyState
          icon={<Trash2 aria-hidden />}
          title="The trash could not be loaded"
          text="Check your connection and try again."
        >
          <Button onClick={trash.reload}>Try Again</Button>
        </EmptyState>
      )}
      <Tabs
        label="Deleted items"
        tabs={TRASH_TABS.map(({ id, label }) => ({ id, label: counts?.[id] ? `${label} (${counts[id]})` : label }))}
        selected={kind}
        onChoose={setKind}
      >
        {!list && !trash.isFailed && <TrashSkeleton />}
        {list && <TrashPanel key={kind} kind={kind} {...trash} items={list.items} />}
      </Tabs>
      {isEmptying && (
        <FormDialog
          title="Empty the trash?"
          submit="Empty Trash"
          isDanger
          onSubmit={emptyTrash}
          onClose={() => setIsEmptying(false)}
        >
          <p>
            Everything in the trash ({total === 1 ? '1 item' : `${total} items`}) will be deleted permanently. This
            cannot be undone.
          </p>
        </FormDialog>
      )}
    </div>
  )
}
