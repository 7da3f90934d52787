import type { http } from '@daymark/contracts'
import { useState } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { changeEmail } from './profile.actions.ts'

/** If mail is set up, the address changes after its link is opened. */
export function EmailDialog({ profile, onClose }: { profile: http.Profile; onClose: () => void }) {
  const { refresh } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')

  const save = async () => {
    const answer = await changeEmail(email, password)
    if (typeof answer === 'string') return answer
    showToast(answer.pending_email ? `A link was sent to ${answer.pending_email}.` : 'Email address changed.')
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
          ? 'We send a link to the new address and a notice to the old one. Until you open the link, you sign in with the old address.'
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
