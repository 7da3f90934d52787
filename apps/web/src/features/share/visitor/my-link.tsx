import { type http, MAX_EMAIL_LENGTH } from '@daymark/contracts'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyOrShowText } from '../../../ui/feedback/copy.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { mailPersonalLink } from './visitor.api.ts'

type CopyPersonalLinkProps = {
  token: string
  /** The word that precedes the key in the fragment of the link. */
  fragmentName: 'picks' | 'comments'
  readKey: () => Promise<http.VisitorKey | null>
  onCopied: () => void
  onClose: () => void
}

/** Copies the visitor's personal link when mounted. If the server can send email, offers to email the link as well. */
export function CopyPersonalLink({ token, fragmentName, readKey, onCopied, onClose }: CopyPersonalLinkProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const copyLink = useEffectEvent(async () => {
    const visitor = await readKey()
    if (visitor && (await copyOrShowText(`${location.origin}${location.pathname}#${fragmentName}=${visitor.key}`)))
      onCopied()
    return visitor?.mail ?? false
  })
  const afterCopy = useEffectEvent((canMail: boolean) => (canMail ? setIsDialogOpen(true) : onClose()))
  useEffect(() => void copyLink().then(afterCopy), [])
  return isDialogOpen && <MailLinkDialog token={token} onClose={onClose} />
}

type MailLinkDialogProps = { token: string; onClose: () => void }

/** Offers to send the copied link by email. */
function MailLinkDialog({ token, onClose }: MailLinkDialogProps) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [allowsContact, setAllowsContact] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const send = () => mailPersonalLink(token, email.trim(), allowsContact)
  const { onSubmit, failure, isBusy } = useSubmit(send, () => setIsSent(true))
  if (isSent)
    return (
      <Modal
        title="Check your email"
        onClose={onClose}
        actions={
          <Button appearance="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status">We sent the link to {email.trim()}. Check your spam folder if you do not see it.</p>
      </Modal>
    )
  const actions = (
    <>
      <Button appearance="quiet" onClick={onClose}>
        Done
      </Button>
      <Button type="submit" form={id} appearance="primary" disabled={isBusy}>
        Email My Link
      </Button>
    </>
  )
  return (
    <Modal title="Link copied" onClose={onClose} actions={actions}>
      <form id={id} className="stack-4" onSubmit={onSubmit}>
        <p className="muted">The link opens your list and your comments on any device. We can also email it to you.</p>
        <TextField
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          required
          data-autofocus
          value={email}
          error={failure}
          onChange={event => setEmail(event.target.value)}
        />
        <Checkbox
          label="Show my address to the photographer and send me emails about this gallery"
          checked={allowsContact}
          onChange={event => setAllowsContact(event.target.checked)}
        />
      </form>
    </Modal>
  )
}
