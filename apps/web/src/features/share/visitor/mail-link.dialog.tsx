import { MAX_EMAIL } from '@daymark/contracts'
import { useId, useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { mailLink } from './visitor.actions.ts'
import styles from './mail-link.module.css'

type Props = { token: string; onClose: () => void }

/** Her link is copied already; who wants it by mail as well says where to. */
export function MailLinkDialog({ token, onClose }: Props) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [keep, setKeep] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking')
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setState('busy')
    const refusal = await mailLink(token, email.trim(), keep)
    setError(refusal)
    setState(refusal === null ? 'sent' : 'asking')
  }
  if (state === 'sent')
    return (
      <Modal
        title="Your link is on its way"
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status">It comes by mail to {email.trim()}. Look into your spam folder if you do not see it.</p>
      </Modal>
    )
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Done
      </Button>
      <Button type="submit" form={id} look="primary" disabled={state === 'busy'}>
        Mail My Link
      </Button>
    </>
  )
  return (
    <Modal title="Your link is copied" onClose={onClose} actions={actions}>
      <form id={id} className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <p className={styles['about']}>
          It opens your list and your comments on any device. It can come to you by mail, too.
        </p>
        <TextField
          type="email"
          label="E-mail"
          autoComplete="email"
          maxLength={MAX_EMAIL}
          required
          data-autofocus
          value={email}
          error={error}
          onChange={event => setEmail(event.target.value)}
        />
        <Checkbox
          label="The photographer may see this address, and I get mails of this gallery"
          checked={keep}
          onChange={event => setKeep(event.target.checked)}
        />
      </form>
    </Modal>
  )
}
