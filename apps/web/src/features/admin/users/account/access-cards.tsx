import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { formatDate, formatShortDateTime } from '../../../../lib/format/dates.ts'
import type { Outcome } from '../../../../lib/outcome.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { showToast, confirmAction } from '../../../../ui/overlay/overlay-store.ts'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import { Card } from '../../frame/card.tsx'
import { type LabeledValue, LabeledValues } from '../../frame/labeled-values.tsx'
import { userName } from '../labels.ts'
import { deleteAccount, endSessions, reactivateUser, resetSecondStep, suspendUser } from '../users.api.ts'
import styles from './account.module.css'

type SignInDetails = NonNullable<http.AdminAccount['sign_in']>

function Sessions({ sessions }: { sessions: SignInDetails['sessions'] }) {
  if (sessions.length === 0) return <p className="muted break-anywhere">No active sessions.</p>
  return (
    <ul aria-label="Sessions" className={styles['sessions']}>
      {sessions.map(({ id, device, address, last_seen_at }) => (
        <li key={id}>
          <span>{device}</span>
          <span className="muted break-anywhere">
            {address && `${address} · `}
            {formatShortDateTime(last_seen_at)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const signInValues = (signIn: SignInDetails | null): LabeledValue[] => [
  ['Two-step sign-in', signIn && (signIn.second_step ? 'On' : 'Off')],
  ['Passkeys', signIn && signIn.passkeys],
]

/** Sign-in methods and active sessions of the user. */
export function SignInCard({ account: { user, sign_in } }: { account: http.AdminAccount }) {
  const { isBusy, run } = useAction()
  const confirmAndEndSessions = async () => {
    const title = `Sign ${userName(user)} out everywhere?`
    if (await confirmAction({ title, action: 'Sign Out Everywhere', isDanger: true }))
      await run(() => endSessions(user.id), 'All sessions ended.')
  }
  const confirmAndResetSecondStep = async () => {
    const title = `Turn off two-step sign-in for ${userName(user)}?`
    const text = 'They will be signed out everywhere.'
    if (await confirmAction({ title, text, action: 'Turn Off', isDanger: true }))
      await run(() => resetSecondStep(user.id), 'Two-step sign-in turned off.')
  }
  const hasSecondStep = sign_in && (sign_in.second_step || sign_in.passkeys > 0)
  return (
    <Card title="Sign-in">
      <LabeledValues values={signInValues(sign_in)} />
      {sign_in && <Sessions sessions={sign_in.sessions} />}
      <div className="wrap">
        {sign_in && sign_in.sessions.length > 0 && (
          <Button disabled={isBusy} onClick={() => void confirmAndEndSessions()}>
            End All Sessions
          </Button>
        )}
        {hasSecondStep && (
          <Button disabled={isBusy} onClick={() => void confirmAndResetSecondStep()}>
            Reset Two-Step Sign-In
          </Button>
        )}
      </div>
    </Card>
  )
}

const STATE_DESCRIPTIONS: Record<http.AccountState, (user: http.AdminUser) => string> = {
  active: () => 'Suspending signs the user out and stops links and tokens. Nothing is deleted.',
  invited: () => 'The invitation has not been accepted yet.',
  suspended: ({ suspended_reason: reason }) =>
    reason
      ? `Suspended: ${reason}`
      : 'Suspended: the user is signed out, and links and tokens do not work. Nothing is deleted.',
  deleting: ({ deletion_due_at: dueDate, deletion_by_owner: isDeletedByOwner }) => {
    if (!dueDate) return 'Suspended. The account is about to be removed permanently.'
    return isDeletedByOwner
      ? `The owner deleted this account. It will be removed permanently on ${formatDate(dueDate)}. Until then you or the owner can restore it.`
      : `Suspended. The account will be removed permanently on ${formatDate(dueDate)}. Until then you can restore it.`
  },
}

/** The actions that suspend, reactivate or delete the account. */
export function StateCard({ user }: { user: http.AdminUser }) {
  const [openDialog, setOpenDialog] = useState<'suspend' | 'delete' | null>(null)
  const { isBusy, run } = useAction()
  const { id, state } = user
  const isSuspended = state === 'suspended' || state === 'deleting'
  const close = () => setOpenDialog(null)
  return (
    <Card title="Access">
      <div className="stack-3 shrinkable">
        <p className="muted break-anywhere">{STATE_DESCRIPTIONS[state](user)}</p>
        <div className="wrap">
          {isSuspended ? (
            <Button disabled={isBusy} onClick={() => void run(() => reactivateUser(id), 'Account reactivated.')}>
              {state === 'deleting' ? 'Cancel Deletion' : 'Reactivate'}
            </Button>
          ) : (
            <Button appearance="danger" onClick={() => setOpenDialog('suspend')}>
              Suspend
            </Button>
          )}
          {state !== 'deleting' && (
            <Button appearance="danger" onClick={() => setOpenDialog('delete')}>
              Delete Account
            </Button>
          )}
        </div>
      </div>
      {openDialog === 'suspend' && <SuspendDialog user={user} onClose={close} />}
      {openDialog === 'delete' && <DeleteDialog user={user} onClose={close} />}
    </Card>
  )
}

type AccountDialogProps = { user: http.AdminUser; onClose: () => void }

/** Waits for a change and shows `successMessage` in a toast. Returns null on success, or the message of the failure. */
async function reportResult(change: Promise<Outcome<unknown>>, successMessage: string): Promise<string | null> {
  const outcome = await change
  if ('failure' in outcome) return outcome.failure
  showToast(successMessage)
  return null
}

function SuspendDialog({ user, onClose }: AccountDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title="Suspend"
      submit="Suspend"
      isDanger
      onSubmit={() => reportResult(suspendUser(user.id, reason), `${userName(user)} is suspended.`)}
      onClose={onClose}
    >
      <p>
        <strong>{userName(user)}</strong> will be signed out, and their links and tokens will stop working. Nothing will
        be deleted, and you can reactivate the account.
      </p>
      <TextArea
        label="Reason (optional)"
        data-autofocus
        maxLength={500}
        hint="Shown to administrators and in the audit log."
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

/** The administrator must type the email address, so that they do not delete the wrong account. */
function DeleteDialog({ user, onClose }: AccountDialogProps) {
  const [typedEmail, setTypedEmail] = useState('')
  return (
    <FormDialog
      title="Delete Account"
      submit="Delete Account"
      isDanger
      onSubmit={() => reportResult(deleteAccount(user.id), 'The account will be deleted.')}
      isReady={typedEmail.trim().toLowerCase() === user.email.toLowerCase()}
      onClose={onClose}
    >
      <p>
        The account will be suspended at once. After a waiting period, every photo, album, link and token of{' '}
        <strong>{userName(user)}</strong> will be deleted permanently. Until then you can cancel the deletion.
      </p>
      <TextField
        label={`Type ${user.email} to confirm`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typedEmail}
        onChange={event => setTypedEmail(event.target.value)}
      />
    </FormDialog>
  )
}
