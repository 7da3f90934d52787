import type { http } from '@daymark/contracts'
import { useId, useState, type SubmitEvent } from 'react'
import { useSession } from '../../../domain/session/session.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { changeEmail } from './profile.actions.ts'
import styles from './profile.module.css'

/** With mail the address counts once its link was opened; without it, at once. */
export function EmailDialog({ profile, onClose }: { profile: http.Profile; onClose: () => void }) {
  const { refresh } = useSession()
  const show = useToast()
  const form = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = await changeEmail(email, password)
    setBusy(false)
    if (typeof answer === 'string') return setFailure(answer)
    show(answer.pending_email ? `A link was sent to ${answer.pending_email}.` : 'Your email address was changed.')
    await refresh()
    onClose()
  }

  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" disabled={isBusy || !email.trim() || !password}>
        {profile.mail_set_up ? 'Send Link' : 'Change Email'}
      </Button>
    </>
  )
  return (
    <Modal title="Change your email address" onClose={onClose} actions={actions}>
      <form id={form} className={styles['fields']} onSubmit={event => void onSubmit(event)}>
        <p>
          {profile.mail_set_up
            ? 'We send a link to the new address. Until you open it you sign in with the old one, which is told too.'
            : 'You sign in with the new address from then on.'}
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
        {failure && (
          <p role="alert" className={styles['error']}>
            {failure}
          </p>
        )}
      </form>
    </Modal>
  )
}
