import { PHONE_MEDIA } from '@daymark/contracts'
import { useEffect, useState, Suspense, type ReactNode, type SubmitEvent } from 'react'
import { useSession } from '../../domain/session/session.tsx'
import { ApiError } from '../../lib/api.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { supportsPasskeys } from '../../lib/passkeys.ts'
import { Link, Navigate } from '../../lib/router.tsx'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import previewOnPhones from './preview-phone.webp'
import preview from './preview.webp'
import { offersPasswordReset, type PendingDeletion, pendingDeletionOf } from './sign-in.api.ts'
import styles from './sign-in.module.css'

/**
 * The link to request a new password. Rendered only if the server can send email. Its space is reserved, so that the
 * form does not shift.
 */
function ForgotPassword() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    void offersPasswordReset().then(setOffered)
  }, [])
  return <p className={styles['forgot']}>{isOffered && <Link to="/mail/forgot-password">Forgot password?</Link>}</p>
}

const SecondStepForm = lazyOf(() => import('./second-step-form.tsx'), 'SecondStepForm')

const KeepAccount = lazyOf(() => import('./keep-account.tsx'), 'KeepAccount')

export function SignInPage({ footer }: { footer: ReactNode }) {
  useTitle('Sign in')
  const { user } = useSession()
  const [pendingDeletion, setPendingDeletion] = useState<PendingDeletion | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const startAgain = (message: string | null) => {
    setFailure(message)
    setPendingDeletion(null)
  }
  if (user) return <Navigate to="/" replace />
  if (pendingDeletion)
    return (
      <Suspense>
        <KeepAccount pendingDeletion={pendingDeletion} onStartAgain={startAgain} />
      </Suspense>
    )
  return (
    <div className={styles['page']}>
      <div className={styles['side']}>
        <Brand />
        <main className={styles['welcome']}>
          <span className={styles['badge']}>Private Beta Access</span>
          <h1 className={styles['headline']}>A quiet home for your photographs</h1>
          <p className={styles['subtitle']}>Currently in private beta</p>
          <SignInForm failure={failure} onFailure={setFailure} onPendingDeletion={setPendingDeletion} />
        </main>
        {footer}
      </div>
      <picture className={styles['preview']}>
        <source media={PHONE_MEDIA} srcSet={previewOnPhones} width={800} height={800} />
        <img
          src={preview}
          width={1280}
          height={1440}
          alt="A Daymark gallery: landscapes side by side, each in its own proportions"
          fetchPriority="high"
          decoding="sync"
        />
      </picture>
    </div>
  )
}

type FormProps = {
  failure: string | null
  onFailure: (message: string | null) => void
  /** The credentials are valid, but the account has a pending deletion. */
  onPendingDeletion: (pendingDeletion: PendingDeletion) => void
}

function SignInForm({ failure, onFailure, onPendingDeletion }: FormProps) {
  const [challenge, setChallenge] = useState<string | null>(null)
  const startAgain = (message: string | null) => {
    onFailure(message)
    setChallenge(null)
  }
  if (challenge !== null)
    return (
      <Suspense>
        <SecondStepForm challenge={challenge} onStartAgain={startAgain} onPendingDeletion={onPendingDeletion} />
      </Suspense>
    )
  return (
    <>
      <PasswordForm
        failure={failure}
        onFailure={onFailure}
        onPendingDeletion={onPendingDeletion}
        onChallenge={setChallenge}
      />
      {supportsPasskeys() && <PasskeySignIn onFailure={onFailure} onPendingDeletion={onPendingDeletion} />}
    </>
  )
}

type Props = FormProps & {
  /** The password is valid, and a code is required. */
  onChallenge: (challenge: string) => void
}

function PasswordForm({ failure, onFailure, onPendingDeletion, onChallenge }: Props) {
  const { signIn } = useSession()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    onFailure(null)
    try {
      await signIn(username, password)
    } catch (reason) {
      const { body = null, serverMessage = null } = reason instanceof ApiError ? reason : {}
      const pendingDeletion = pendingDeletionOf(reason)
      if (pendingDeletion) return onPendingDeletion(pendingDeletion)
      if (body?.challenge) return onChallenge(body.challenge)
      onFailure(serverMessage || 'Login failed')
      setBusy(false)
    }
  }

  return (
    <form className={styles['form']} onSubmit={event => void onSubmit(event)}>
      <TextField
        label="Email or username"
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={username}
        onChange={event => setUsername(event.target.value)}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <FailureNote text={failure} />
      <Button type="submit" appearance="primary" wide disabled={isBusy || !username || !password}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
      <ForgotPassword />
    </form>
  )
}
