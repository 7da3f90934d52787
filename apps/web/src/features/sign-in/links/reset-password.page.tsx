import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { NewPasswordFields, useNewPassword } from '../../../widgets/new-password/new-password-fields.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import signIn from '../sign-in.module.css'
import { choosePassword } from './link.actions.ts'
import { LinkScreen } from './link-screen.tsx'
import { useLinkToken } from '../../../lib/hooks/use-link-token.ts'

const WORDS = {
  reset: {
    title: 'Choose a password',
    heading: 'Choose a new password',
    about: 'You will be signed out everywhere.',
    done: 'Your password was changed',
    next: 'You have been signed out everywhere. Sign in with your new password.',
  },
  welcome: {
    title: 'Welcome to Daymark',
    heading: 'Welcome to Daymark',
    about: 'Choose a password for your account, then sign in with your email address.',
    done: 'Your account is ready',
    next: 'Sign in with your email address and the password you chose.',
  },
}

/** Does not sign in: the user signs in with the new password, and the second step if there is one. */
export function ResetPasswordPage({ kind = 'reset' }: { kind?: keyof typeof WORDS }) {
  const { title, heading, about, done, next } = WORDS[kind]
  const token = useLinkToken()
  const chosen = useNewPassword()
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'choosing' | 'busy' | 'done'>('choosing')

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.password === null) return
    setState('busy')
    const refusal = await choosePassword(token, chosen.password)
    setFailure(refusal)
    setState(refusal === null ? 'done' : 'choosing')
  }

  if (state === 'done') return <LinkScreen title={title} heading={done} about={next} />
  return (
    <LinkScreen title={title} heading={heading} about={about}>
      <form className={signIn['form']} onSubmit={event => void onSubmit(event)}>
        <NewPasswordFields {...chosen} />
        <FailureNote text={failure} />
        <Button type="submit" look="primary" wide disabled={state === 'busy' || chosen.password === null}>
          {state === 'busy' ? 'Saving...' : 'Save Password'}
        </Button>
      </form>
    </LinkScreen>
  )
}
