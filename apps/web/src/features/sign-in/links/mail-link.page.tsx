import { Fragment, type ReactNode, useState } from 'react'
import { useLinkToken } from '../../../lib/hooks/use-link-token.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { Link, useParams } from '../../../lib/router.tsx'
import { Brand } from '../../../ui/brand.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { NewPasswordFields, useNewPassword } from '../../../widgets/new-password/new-password-fields.tsx'
import styles from '../sign-in.module.css'
import { confirmEmail, requestPasswordReset, resetPassword, unsubscribe } from './link.actions.ts'

const CONFIRM_EMAIL_TEXTS = {
  title: 'Confirm your address',
  heading: 'Confirm your new email address',
  description: 'You will sign in with this address and get our emails there.',
  button: 'Confirm This Address',
  doneHeading: 'Your email address was changed',
  doneText: 'From now on, sign in with your new email address.',
}

const ConfirmEmailPage = () => <OneClickPage texts={CONFIRM_EMAIL_TEXTS} action={confirmEmail} />

const UNSUBSCRIBE_TEXTS = {
  title: 'Turn off emails',
  heading: 'Turn off these emails?',
  description: 'You always get emails about your password and email address.',
  button: 'Turn Off',
  doneHeading: 'These emails are off',
  doneText: 'You can turn them on again in Settings.',
}

const UnsubscribePage = () => <OneClickPage texts={UNSUBSCRIBE_TEXTS} action={unsubscribe} />

type OneClickTexts = {
  title: string
  heading: string
  description: string
  button: string
  doneHeading: string
  doneText: string
}

/** The page of a link that has one action. The action needs a click, because mail scanners open links. */
function OneClickPage({ texts, action }: { texts: OneClickTexts; action: (token: string) => Promise<string | null> }) {
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const { title, heading, description, button, doneHeading, doneText } = texts
  const { onSubmit, failure, isBusy } = useSubmit(
    () => action(token),
    () => setIsDone(true),
  )

  if (isDone) return <LinkScreen title={title} heading={doneHeading} description={doneText} />
  return (
    <LinkScreen title={title} heading={heading} description={description}>
      <div className={styles['single-action']}>
        <FailureNote text={failure} />
        <Button appearance="primary" wide disabled={isBusy} onClick={onSubmit}>
          {button}
        </Button>
      </div>
    </LinkScreen>
  )
}

const PASSWORD_TEXTS = {
  reset: {
    title: 'Choose a password',
    heading: 'Choose a new password',
    description: 'You will be signed out everywhere.',
    doneHeading: 'Your password was changed',
    doneText: 'You have been signed out everywhere. Sign in with your new password.',
  },
  welcome: {
    title: 'Welcome to Daymark',
    heading: 'Welcome to Daymark',
    description: 'Choose a password for your account, then sign in with your email address.',
    doneHeading: 'Your account is ready',
    doneText: 'Sign in with your email address and the password you chose.',
  },
}

/** Sets a new password. Afterwards the user signs in with it, and with the second step if it is enabled. */
function ResetPasswordPage({ kind = 'reset' }: { kind?: keyof typeof PASSWORD_TEXTS }) {
  const { title, heading, description, doneHeading, doneText } = PASSWORD_TEXTS[kind]
  const token = useLinkToken()
  const newPassword = useNewPassword()
  const { password } = newPassword
  const [isDone, setIsDone] = useState(false)
  const { onSubmit, failure, isBusy } = useSubmit(password !== null && (() => resetPassword(token, password)), () =>
    setIsDone(true),
  )

  if (isDone) return <LinkScreen title={title} heading={doneHeading} description={doneText} />
  return (
    <LinkScreen title={title} heading={heading} description={description}>
      <form className={styles['form']} onSubmit={onSubmit}>
        <NewPasswordFields {...newPassword} />
        <FailureNote text={failure} />
        <Button type="submit" appearance="primary" wide disabled={isBusy || password === null}>
          {isBusy ? 'Saving...' : 'Save Password'}
        </Button>
      </form>
    </LinkScreen>
  )
}

/**
 * Requests a reset link. The response is the same for unknown names, so that it does not reveal which accounts exist.
 */
function ForgotPasswordPage() {
  const [username, setUsername] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { onSubmit, failure, isBusy } = useSubmit(
    () => requestPasswordReset(username),
    () => setIsSent(true),
  )

  if (isSent)
    return (
      <LinkScreen
        title="Forgot password"
        heading="Check your email"
        description={`If ${username.trim()} has an account, we have sent it a link. The link works once and expires in one hour.`}
      />
    )
  return (
    <LinkScreen
      title="Forgot password"
      heading="Forgot your password?"
      description="Enter your email address, and we will send you a link to choose a new password."
    >
      <form className={styles['form']} onSubmit={onSubmit}>
        <TextField
          label="Email or username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          value={username}
          onChange={event => setUsername(event.target.value)}
        />
        <FailureNote text={failure} />
        <Button type="submit" appearance="primary" wide disabled={isBusy || !username.trim()}>
          {isBusy ? 'Sending...' : 'Send Link'}
        </Button>
      </form>
    </LinkScreen>
  )
}

/** The frame of pages opened from a link in an email, without a session. */
function LinkScreen(props: { title: string; heading: string; description?: ReactNode; children?: ReactNode }) {
  const { title, heading, description, children } = props
  useTitle(title)
  return (
    <main className={styles['standalone']}>
      <div className={styles['welcome']}>
        <Brand />
        <h1 className={styles['headline']}>{heading}</h1>
        {description && <p className={styles['subtitle']}>{description}</p>}
        {children}
        <p className={styles['back']}>
          <Link to="/login">Back to the sign-in</Link>
        </p>
      </div>
    </main>
  )
}

const PAGES_BY_LINK = new Map<string, ReactNode>(
  Object.entries({
    'forgot-password': <ForgotPasswordPage />,
    'reset-password': <ResetPasswordPage />,
    welcome: <ResetPasswordPage kind="welcome" />,
    'confirm-email': <ConfirmEmailPage />,
    unsubscribe: <UnsubscribePage />,
  }),
)
const NOT_FOUND_PAGE = <LinkScreen title="Not Found" heading="Not Found" description="No such page." />

/** The screens that emails link to. They are in one chunk, because each of them is rarely used. */
export function MailLinkPage() {
  const { link = '' } = useParams()
  return <Fragment key={link}>{PAGES_BY_LINK.get(link) ?? NOT_FOUND_PAGE}</Fragment>
}
