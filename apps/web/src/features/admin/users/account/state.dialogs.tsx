import type { http } from '@daymark/contracts'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useWork } from '../../../../ui/feedback/use-work.ts'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import type { Outcome } from '../../../../lib/outcome.ts'
import { nameOf } from '../words.ts'
import { deleteAccount, suspend } from './account.actions.ts'
import styles from './account.module.css'

type Props = { user: http.AdminUser; onClose: () => void }

/** Asks once more, with a field or two; closes when it is done. */
function AskingDialog(props: {
  title: string
  act: () => Promise<Outcome<unknown>>
  said: string
  isReady?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { title, act, said, isReady = true, onClose, children } = props
  const form = useId()
  const { isBusy, run } = useWork()
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="danger" disabled={isBusy || !isReady}>
        {title}
      </Button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      <form
        id={form}
        className={styles['form']}
        onSubmit={event => {
          event.preventDefault()
          void run(act, said).then(done => done && onClose())
        }}
      >
        {children}
      </form>
    </Modal>
  )
}

export function SuspendDialog({ user, onClose }: Props) {
  const [reason, setReason] = useState('')
  return (
    <AskingDialog
      title="Suspend"
      act={() => suspend(user.id, reason)}
      said={`${nameOf(user)} is suspended.`}
      onClose={onClose}
    >
      <p>
        <strong>{nameOf(user)}</strong> is signed out, links answer as unavailable and tokens are refused. Nothing is
        lost, and it can be taken back.
      </p>
      <TextArea
        label="Reason (optional)"
        data-autofocus
        maxLength={500}
        hint="For those who administer, and in the audit log."
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </AskingDialog>
  )
}

/** Whoever means it types the address: one row of a list is like another. */
export function DeleteDialog({ user, onClose }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <AskingDialog
      title="Delete Account"
      act={() => deleteAccount(user.id)}
      said="The account will be deleted."
      isReady={typed.trim().toLowerCase() === user.email.toLowerCase()}
      onClose={onClose}
    >
      <p>
        The account is suspended at once. After the grace every photo, album, link and token of{' '}
        <strong>{nameOf(user)}</strong> is gone for good. Until then it can be taken back.
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
    </AskingDialog>
  )
}
