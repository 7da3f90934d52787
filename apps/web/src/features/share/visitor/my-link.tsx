import { type http, MAX_EMAIL } from '@daymark/contracts'
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyOrShowText } from '../../../ui/feedback/copy.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import styles from './mail-link.module.css'
import { mailLink } from './visitor.actions.ts'

type Props = {
  token: string
  /** The purpose of the personal link, as the visitor sees it. */
  part: 'picks' | 'comments'
  read: () => Promise<http.PicksKey | null>
  onCopied: () => void
  onClose: () => void
}

/** Copies the visitor's personal link, and offers it by email if mail is set up. Runs when mounted. */
export function MyLink({ token, part, read, onCopied, onClose }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  /** Returns whether the link can be sent by email. */
  const copy = useEffectEvent(async () => {
    const found = await read()
    if (!found) return false
    const address = `${location.origin}${location.pathname}#${part}=${found.key}`
    if (await copyOrShowText(address)) onCopied()
    return found.mail
  })
  const afterCopy = useEffectEvent((mayMail: boolean) => (mayMail ? setIsAsking(true) : onClose()))
  useEffect(() => void copy().then(afterCopy), [])
  return isAsking && <MailLinkDialog token={token} onClose={onClose} />
}

type MailLinkDialogProps = { token: string; onClose: () => void }

/** The link is already copied; this offers to send it by email as well. */
function MailLinkDialog({ token, onClose }: MailLinkDialogProps) {
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
        title="Check your email"
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status">We sent it to {email.trim()}. Check your spam folder if you do not see it.</p>
      </Modal>
    )
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Done
      </Button>
      <Button type="submit" form={id} look="primary" disabled={state === 'busy'}>
        Email My Link
      </Button>
    </>
  )
  return (
    <Modal title="Link copied" onClose={onClose} actions={actions}>
      <form id={id} className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <p className={styles['about']}>
          It opens your list and your comments on any device. We can also email it to you.
        </p>
        <TextField
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={MAX_EMAIL}
          required
          data-autofocus
          value={email}
          error={error}
          onChange={event => setEmail(event.target.value)}
        />
        <Checkbox
          label="Show my address to the photographer and send me emails about this gallery"
          checked={keep}
          onChange={event => setKeep(event.target.checked)}
        />
      </form>
    </Modal>
  )
}
