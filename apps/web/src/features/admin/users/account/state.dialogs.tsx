import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import type { Outcome } from '../../../../lib/outcome.ts'
import { nameOf } from '../words.ts'
import { deleteAccount, suspend } from './account.actions.ts'

type Props = { user: http.AdminUser; onClose: () => void }

/** Runs the change and confirms it in a toast; returns the message of a failure. */
async function report(change: Promise<Outcome<unknown>>, done: string): Promise<string | null> {
  const outcome = await change
  if ('failure' in outcome) return outcome.failure
  showToast(done)
  return null
}

export function SuspendDialog({ user, onClose }: Props) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title="Suspend"
      submit="Suspend"
      isDanger
      onSubmit={() => report(suspend(user.id, reason), `${nameOf(user)} is suspended.`)}
      onClose={onClose}
    >
      <p>
        <strong>{nameOf(user)}</strong> is signed out, and their links and tokens stop working. Nothing is deleted, and
        you can reactivate the account.
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

/** The address must be typed, so that the wrong account is not deleted by mistake. */
export function DeleteDialog({ user, onClose }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      title="Delete Account"
      submit="Delete Account"
      isDanger
      onSubmit={() => report(deleteAccount(user.id), 'The account will be deleted.')}
      isReady={typed.trim().toLowerCase() === user.email.toLowerCase()}
      onClose={onClose}
    >
      <p>
        The account is suspended at once. After the grace period every photo, album, link and token of{' '}
        <strong>{nameOf(user)}</strong> is deleted permanently. Until then you can cancel the deletion.
      </p>
      <TextField
        label={`Type ${user.email} to confirm`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
