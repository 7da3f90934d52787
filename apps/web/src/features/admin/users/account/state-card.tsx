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
  active: () => 'Suspending signs the user out and stops links and tokens. Nothing is deleted.',
  invited: () => 'The invitation has not been accepted yet.',
  suspended: ({ suspended_reason: reason }) =>
    reason
      ? `Suspended: ${reason}`
      : 'Suspended: the user is signed out, and links and tokens do not work. Nothing is deleted.',
  deleting: ({ deletion_due_at: due, deletion_by_owner: byOwner }) => {
    if (!due) return 'Suspended. It is about to be removed permanently.'
    return byOwner
      ? `Deleted by its owner. It will be removed permanently on ${formatDate(due)}. Until then you or the owner can restore it.`
      : `Suspended. It will be removed permanently on ${formatDate(due)}. Until then you can restore it.`
  },
}

/** Actions that suspend or delete the account, separated from the others. */
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
            <Button disabled={isBusy} onClick={() => void run(() => reactivate(id), 'Account reactivated.')}>
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
