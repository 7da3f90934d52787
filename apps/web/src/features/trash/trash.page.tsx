import type { http } from '@daymark/contracts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { emptyTrash } from '../../domain/trash/restore.actions.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { ConfirmDialog } from './confirm.dialog.tsx'
import { TrashPanel } from './trash-panel.tsx'
import { useTrash } from './trash.queries.ts'
import styles from './trash.module.css'

const KINDS = [
  { id: 'images', label: 'Photos' },
  { id: 'albums', label: 'Albums' },
  { id: 'tags', label: 'Tags' },
  { id: 'shares', label: 'Links' },
] as const satisfies { id: http.TrashKind; label: string }[]

/** How long, in words. */
const keptFor = (days: number): string =>
  days === 0
    ? 'What you delete is removed at once: nothing is kept here.'
    : `What you delete stays here for ${days === 1 ? '1 day' : `${days} days`}. It counts no storage, and nobody else can see it.`

function Waiting() {
  return (
    <Skeletons label="Loading the trash" className={styles['photos']}>
      {Array.from({ length: 12 }, (_, n) => (
        <Skeleton key={n} className={styles['waiting']} />
      ))}
    </Skeletons>
  )
}

function Head({ days, total, onEmpty }: { days: number | undefined; total: number; onEmpty: () => void }) {
  return (
    <header className={styles['header']}>
      <div>
        <h1>Trash</h1>
        {days !== undefined && <p>{keptFor(days)}</p>}
      </div>
      {total > 0 && (
        <Button icon={<Trash2 aria-hidden />} onClick={onEmpty}>
          Empty Trash
        </Button>
      )}
    </header>
  )
}

const sum = (counts: http.TrashCounts | undefined): number =>
  counts ? counts.images + counts.albums + counts.tags + counts.shares : 0

/** Rule 25: what was deleted, and the way back. */
export function TrashPage() {
  useTitle('Trash')
  const [kind, setKind] = useState<http.TrashKind>('images')
  const [isEmptying, setIsEmptying] = useState(false)
  const trash = useTrash(kind)
  const { list, counts } = trash
  const total = sum(counts)
  return (
    <div className={styles['page']}>
      <Head days={trash.days} total={total} onEmpty={() => setIsEmptying(true)} />
      {trash.isFailed && !list && (
        <EmptyState
          icon={<Trash2 aria-hidden />}
          title="The trash could not be loaded"
          text="Check your connection and try again."
        >
          <Button onClick={trash.readAgain}>Try Again</Button>
        </EmptyState>
      )}
      <Tabs
        label="What was deleted"
        tabs={KINDS.map(({ id, label }) => ({ id, label: counts?.[id] ? `${label} (${counts[id]})` : label }))}
        chosen={kind}
        onChoose={setKind}
      >
        {!list && !trash.isFailed && <Waiting />}
        {list && <TrashPanel key={kind} kind={kind} {...trash} items={list.items} />}
      </Tabs>
      {isEmptying && (
        <ConfirmDialog
          title="Empty the trash?"
          text={`Everything in it (${total === 1 ? '1 thing' : `${total} things`}) is deleted for ever. This cannot be undone.`}
          action="Empty Trash"
          work={emptyTrash}
          onDone={() => setIsEmptying(false)}
          onClose={() => setIsEmptying(false)}
        />
      )}
    </div>
  )
}
