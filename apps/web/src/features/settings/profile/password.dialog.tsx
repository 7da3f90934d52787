import { useState } from 'react'
import { changePassword } from '../../../domain/session/password.actions.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { NewPasswordFields, useNewPassword } from '../../../widgets/new-password/new-password-fields.tsx'
import { readSessions } from '../sessions/sessions.actions.ts'

export function PasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const chosen = useNewPassword()
  const [current, setCurrent] = useState('')

  const save = async () => {
    if (chosen.password === null) return null
    const failure = await changePassword(current, chosen.password)
    if (failure !== null) return failure
    showToast('Password changed.')
    readSessions()
    return null
  }
  return (
    <FormDialog
      title="Change your password"
      submit="Save Password"
      isReady={current !== '' && chosen.password !== null}
      onSubmit={save}
      onClose={onClose}
    >
      {/* For password managers. */}
      <input className="visually-hidden" aria-hidden tabIndex={-1} autoComplete="username" readOnly value={username} />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={event => setCurrent(event.target.value)}
      />
      <NewPasswordFields {...chosen} />
    </FormDialog>
  )
}
