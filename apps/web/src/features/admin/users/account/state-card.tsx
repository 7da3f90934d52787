import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate } from '../../../../lib/format/dates.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { Card } from '../../frame/card.tsx'
import { reactivate } from './account.actions.ts'
import { DeleteDialog, SuspendDialog } from './state.dialogs.tsx'
import styles from './account.module.css'

const SAYS: Record<http.AccountState, (user: http.AdminUser) => string> = {
  active: () => 'Suspending signs out, makes links unavailable and refuses tokens. Nothing is lost.',
  invited: () => 'The invitation is not accepted yet: no password was set.',
  suspended: ({ suspended_reason: reason }) =>
    reason
      ? `Suspended: ${reason}`
      : 'Suspended: signed out, links are unavailable and tokens refused. Nothing is lost.',
  deleting: ({ deletion_due_at: due, deletion_by_owner: byOwner }) => {
    if (!due) return 'Suspended, and about to be gone for good.'
    return byOwner
      ? `Deleted by its owner, and gone for good on ${formatDate(due)}. Until then both of you can take it back.`
      : `Suspended, and gone for good on ${formatDate(due)}. Until then it can be taken back.`
  },
}

/** What takes an account away, apart from everything else. */
export function StateCard({ user }: { user: http.AdminUser }) {
  const [asked, setAsked] = useState<'suspend' | 'delete' | null>(null)
  const { isBusy, run } = useWork()
  const { id, state } = user
  const isOff = state === 'suspended' || state === 'deleting'
  const close = () => setAsked(null)
  return (
    <Card title="Access">
      <div className={styles['form']}>
        <p className={styles['note']}>{SAYS[state](user)}</p>
        <div className={styles['buttons']}>
          {isOff ? (
            <Button disabled={isBusy} onClick={() => void run(() => reactivate(id), 'The account is active again.')}>
              {state === 'deleting' ? 'Keep Account' : 'Reactivate'}
            </Button>
          ) : (
            <Button look="danger" onClick={() => setAsked('suspend')}>
              Suspend
            </Button>
          )}
          {state !== 'deleting' && (
            <Button look="danger" onClick={() => setAsked('delete')}>
              Delete Account
            </Button>
          )}
        </div>
      </div>
      {asked === 'suspend' && <SuspendDialog user={user} onClose={close} />}
      {asked === 'delete' && <DeleteDialog user={user} onClose={close} />}
    </Card>
  )
}
