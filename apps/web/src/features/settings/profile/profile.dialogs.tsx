import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { changePassword } from '../../../domain/session/password.actions.ts'
import { useSession } from '../../../domain/session/session.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import {
  HiddenUsername,
  NewPasswordFields,
  useNewPassword,
} from '../../../widgets/new-password/new-password-fields.tsx'
import { refetchSessions } from '../settings.api.ts'
import { changeEmail } from './profile.api.ts'

/** Changes the email address. If email is set up, the user must first open a link sent to the new address. */
export function EmailDialog({ profile, onClose }: { profile: http.Profile; onClose: () => void }) {
  const { refresh } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')

  const save = async () => {
    const result = await changeEmail(email, password)
    if (typeof result === 'string') return result
    showToast(result.pending_email ? `A link was sent to ${result.pending_email}.` : 'Email address changed.')
    await refresh()
    return null
  }
  return (
    <FormDialog
      title="Change your email address"
      submit={profile.mail_set_up ? 'Send Link' : 'Change Email'}
      isReady={email.trim() !== '' && password !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <p>
        {profile.mail_set_up
          ? 'We will send a link to the new address and a notice to the old one. Until you open the link, keep signing in with the old address.'
          : 'You will sign in with the new address.'}
      </p>
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const newPassword = useNewPassword()
  const [current, setCurrent] = useState('')

  const save = async () => {
    if (newPassword.password === null) return null
    const failure = await changePassword(current, newPassword.password)
    if (failure !== null) return failure
    showToast('Password changed.')
    refetchSessions()
    return null
  }
  return (
    <FormDialog
      title="Change your password"
      submit="Save Password"
      isReady={current !== '' && newPassword.password !== null}
      onSubmit={save}
      onClose={onClose}
    >
      <HiddenUsername />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={event => setCurrent(event.target.value)}
      />
      <NewPasswordFields {...newPassword} />
    </FormDialog>
  )
}
