import type { http } from '@daymark/contracts'
import { LockOpen, Trash2, UsersRound } from 'lucide-react'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { removeList, reopenList } from './picks.api.ts'
import { confirmAction } from '../../ui/overlay/overlay-store.ts'
import styles from './picks.module.css'

type VisitorListsProps = {
  shareId: string
  lists: readonly http.VisitorPickList[]
  /** The id of the selected list. Null: all lists are selected. */
  selectedId: string | null
  onChoose: (listId: string | null) => void
}

function describeCounts({ picked, rejected, notes }: http.VisitorPickList): string {
  const counts = [`${picked} chosen`]
  if (rejected > 0) counts.push(`${rejected} rejected`)
  if (notes > 0) counts.push(notes === 1 ? '1 note' : `${notes} notes`)
  return counts.join(', ')
}

const describeState = ({ sent_at, changed_at }: http.VisitorPickList) =>
  sent_at ? `Sent ${formatShortDateTime(sent_at)}` : `Not sent yet, changed ${formatShortDateTime(changed_at)}`

function ListActions({
  shareId,
  list,
  onRemoved,
}: {
  shareId: string
  list: http.VisitorPickList
  onRemoved: () => void
}) {
  const confirmRemoval = async () => {
    const text = 'The picks and notes of this visitor will be deleted.'
    if (
      !(await confirmAction({ title: `Remove the list of ${list.name}?`, text, action: 'Remove List', isDanger: true }))
    )
      return
    onRemoved()
    void removeList(shareId, list)
  }
  return (
    <div className="wrap align-items-center">
      {list.email && (
        <a href={`mailto:${list.email}`} className={styles['mail']}>
          {list.email}
        </a>
      )}
      {list.sent_at && (
        <Button appearance="quiet" icon={<LockOpen aria-hidden />} onClick={() => void reopenList(shareId, list)}>
          Reopen
        </Button>
      )}
      <Button appearance="quiet" icon={<Trash2 aria-hidden />} onClick={() => void confirmRemoval()}>
        Remove List
      </Button>
    </div>
  )
}

/** Lets the photographer select the list of one visitor, or all lists together. */
export function VisitorLists({ shareId, lists, selectedId, onChoose }: VisitorListsProps) {
  const list = lists.find(visitorList => visitorList.id === selectedId)
  return (
    <section aria-label="People" className="stack-2 shrinkable">
      <ul className={styles['list']}>
        <li>
          <button type="button" aria-pressed={!list} className={styles['visitor']} onClick={() => onChoose(null)}>
            <strong>
              <UsersRound aria-hidden /> Everyone
            </strong>
            <span>All lists together</span>
          </button>
        </li>
        {lists.map(visitorList => (
          <li key={visitorList.id}>
            <button
              type="button"
              aria-pressed={visitorList.id === selectedId}
              className={styles['visitor']}
              onClick={() => onChoose(visitorList.id)}
            >
              <strong>{visitorList.name}</strong>
              <span>{describeCounts(visitorList)}</span>
              <span data-sent={Boolean(visitorList.sent_at)} className={styles['state']}>
                {describeState(visitorList)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list && <ListActions shareId={shareId} list={list} onRemoved={() => onChoose(null)} />}
    </section>
  )
}
