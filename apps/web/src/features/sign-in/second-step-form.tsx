import { useRef, useState, type SubmitEvent } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type PendingDeletion, passSecondStep } from './sign-in.api.ts'
import styles from './sign-in.module.css'

const CODE_DIGITS = 6

type Props = {
  challenge: string
  /** Returns to the form for name and password. The message explains why; null if the user chose to return. */
  onStartAgain: (message: string | null) => void
  /** Called if the account has a pending deletion. */
  onPendingDeletion: (pendingDeletion: PendingDeletion) => void
}

/** Asks for the second step after the password: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ challenge, onStartAgain, onPendingDeletion }: Props) {
  const { refresh } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isComplete = usesRecoveryCode ? code.trim() !== '' : code.replace(/\D/g, '').length === CODE_DIGITS

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const result = await passSecondStep(challenge, code)
    if (result === 'passed') return refresh()
    if (result.pendingDeletion) return onPendingDeletion(result.pendingDeletion)
    if (result.code === 'challenge_expired') return onStartAgain(result.message)
    setFailure(result.message ?? 'Login failed')
    setCode('')
    setBusy(false)
    form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }
  const switchMethod = () => {
    setUsesRecoveryCode(!usesRecoveryCode)
    setCode('')
    setFailure(null)
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={event => void onSubmit(event)}>
      <TextField
        key={String(usesRecoveryCode)}
        label={usesRecoveryCode ? 'Recovery code' : 'Code'}
        hint={
          usesRecoveryCode
            ? 'One of your ten recovery codes. Each works once.'
            : 'The six digits shown in your authenticator app.'
        }
        name="code"
        autoFocus
        autoComplete="one-time-code"
        inputMode={usesRecoveryCode ? 'text' : 'numeric'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={60}
        value={code}
        onChange={event => setCode(event.target.value)}
      />
      <FailureNote text={failure} />
      <Button type="submit" appearance="primary" wide disabled={isBusy || !isComplete}>
        {isBusy ? 'Signing in...' : 'Continue'}
      </Button>
      <div className={`wrap ${styles['alternatives']}`}>
        <Button appearance="quiet" size="small" onClick={switchMethod}>
          {usesRecoveryCode ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button appearance="quiet" size="small" onClick={() => onStartAgain(null)}>
          Start again
        </Button>
      </div>
    </form>
  )
}
