import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { useUser } from '../../../../domain/session/session.tsx'
import type { Outcome, Proof } from '../security.actions.ts'
import styles from '../security.module.css'

/** The password once more before something that matters, and a code where `asksCode`. It closes itself only by `onDone`. */
export function ProofDialog<T>(props: {
  title: string
  text: ReactNode
  submit: string
  isDanger?: boolean
  asksCode?: boolean
  /** What else is asked, above the password. */
  children?: ReactNode
  isReady?: boolean
  onProof: (proof: Proof) => Promise<Outcome<T>>
  onDone: (done: T) => void
  onClose: () => void
}) {
  const { title, text, submit, isDanger, asksCode = false, children, isReady = true, onProof, onDone, onClose } = props
  const id = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isComplete = isReady && [password, asksCode ? code.trim() : 'none'].every(Boolean)

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete || isBusy) return
    setBusy(true)
    setFailure(null)
    const outcome = await onProof({ password, code })
    setBusy(false)
    if ('done' in outcome) return onDone(outcome.done)
    setFailure(outcome.refusal)
    setCode('')
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} look={isDanger ? 'danger' : 'primary'} disabled={isBusy || !isComplete}>
        {submit}
      </Button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} actions={actions}>
      <form id={id} className={styles['form']} onSubmit={event => void onSubmit(event)}>
        <p className={styles['text']}>{text}</p>
        {children}
        <WhosePassword />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus={!children || undefined}
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        {asksCode && <CodeField code={code} onCode={setCode} />}
        {failure && <FailureNote text={failure} />}
      </form>
    </Modal>
  )
}

/** For password managers. */
function WhosePassword() {
  const { username } = useUser()
  return (
    <input className="visually-hidden" aria-hidden tabIndex={-1} autoComplete="username" readOnly value={username} />
  )
}

function CodeField({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  return (
    <TextField
      label="Code"
      hint="Of your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      value={code}
      onChange={event => onCode(event.target.value)}
    />
  )
}
