import { useId, useState, type SubmitEvent } from 'react'
import { changePassword } from '../../../domain/session/password.actions.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { NewPasswordFields, useNewPassword } from '../../../widgets/new-password/new-password-fields.tsx'
import { readSessions } from '../sessions/sessions.actions.ts'
import styles from './profile.module.css'

export function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const show = useToast()
  const form = useId()
  const chosen = useNewPassword()
  const [current, setCurrent] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.password === null) return
    setBusy(true)
    const refusal = await changePassword(current, chosen.password)
    setBusy(false)
    if (refusal !== null) return setFailure(refusal)
    show('Your password was changed.')
    readSessions()
    onClose()
  }

  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" disabled={isBusy || !current || chosen.password === null}>
        Save Password
      </Button>
    </>
  )
  return (
    <Modal title="Change your password" onClose={onClose} actions={actions}>
      <form id={form} className={styles['fields']} onSubmit={event => void onSubmit(event)}>
        {/* For password managers: whose password this is. */}
        <input
          className="visually-hidden"
          aria-hidden
          tabIndex={-1}
          autoComplete="username"
          readOnly
          value={username}
        />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={event => setCurrent(event.target.value)}
        />
        <NewPasswordFields {...chosen} />
        {failure && (
          <p role="alert" className={styles['error']}>
            {failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
