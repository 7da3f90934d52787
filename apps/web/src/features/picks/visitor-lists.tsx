import type { http } from '@daymark/contracts'
import { LockOpen, Trash2, UsersRound } from 'lucide-react'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { removeList, reopenList } from './picks.api.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import styles from './picks.module.css'

type VisitorListsProps = {
  id: string
  lists: readonly http.VisitorList[]
  chosen: string | null
  onChoose: (list: string | null) => void
}

function describeCounts({ picked, rejected, notes }: http.VisitorList): string {
  const parts = [`${picked} chosen`]
  if (rejected > 0) parts.push(`${rejected} rejected`)
  if (notes > 0) parts.push(notes === 1 ? '1 note' : `${notes} notes`)
  return parts.join(', ')
}

const describeState = ({ sent_at, changed_at }: http.VisitorList) =>
  sent_at ? `Sent ${formatShortDateTime(sent_at)}` : `Not sent yet, changed ${formatShortDateTime(changed_at)}`

function ListActions({ id, list, onRemoved }: { id: string; list: http.VisitorList; onRemoved: () => void }) {
  const confirmRemoval = async () => {
    const text = 'The picks and notes of this visitor will be deleted.'
    if (
      !(await confirmAction({ title: `Remove the list of ${list.name}?`, text, action: 'Remove List', isDanger: true }))
    )
      return
    onRemoved()
    void removeList(id, list)
  }
  return (
    <div className={styles['actions']}>
      {list.email && (
        <a href={`mailto:${list.email}`} className={styles['mail']}>
          {list.email}
        </a>
      )}
      {list.sent_at && (
        <Button look="quiet" icon={<LockOpen aria-hidden />} onClick={() => void reopenList(id, list)}>
          Reopen
        </Button>
      )}
      <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={() => void confirmRemoval()}>
        Remove List
      </Button>
    </div>
  )
}

/** Lets the photographer select the list of one visitor, or all lists together. */
export function VisitorLists({ id, lists, chosen, onChoose }: VisitorListsProps) {
  const list = lists.find(one => one.id === chosen)
  return (
    <section aria-label="People" className={styles['people']}>
      <ul className={styles['list']}>
        <li>
          <button type="button" aria-pressed={!list} className={styles['person']} onClick={() => onChoose(null)}>
            <strong>
              <UsersRound aria-hidden /> Everyone
            </strong>
            <span>All lists together</span>
          </button>
        </li>
        {lists.map(one => (
          <li key={one.id}>
            <button
              type="button"
              aria-pressed={one.id === chosen}
              className={styles['person']}
              onClick={() => onChoose(one.id)}
            >
              <strong>{one.name}</strong>
              <span>{describeCounts(one)}</span>
              <span data-sent={Boolean(one.sent_at)} className={styles['state']}>
                {describeState(one)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list && <ListActions id={id} list={list} onRemoved={() => onChoose(null)} />}
    </section>
  )
}
