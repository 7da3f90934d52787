import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import signIn from '../sign-in.module.css'
import { askForLink } from './link.actions.ts'
import { LinkScreen } from './link-screen.tsx'

/** The response is the same for unknown names, so that it does not reveal accounts. */
export function ForgotPasswordPage() {
  const [username, setUsername] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking')

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    setState('busy')
    const refusal = await askForLink(username)
    setFailure(refusal)
    setState(refusal === null ? 'sent' : 'asking')
  }

  if (state === 'sent')
    return (
      <LinkScreen
        title="Forgot password"
        heading="Check your email"
        about={`If ${username.trim()} has an account, we have sent it a link. The link works once and expires in one hour.`}
      />
    )
  return (
    <LinkScreen
      title="Forgot password"
      heading="Forgot your password?"
      about="Enter your email address, and we will send you a link to choose a new password."
    >
      <form className={signIn['form']} onSubmit={event => void onSubmit(event)}>
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
        <Button type="submit" look="primary" wide disabled={state === 'busy' || !username.trim()}>
          {state === 'busy' ? 'Sending...' : 'Send Link'}
        </Button>
      </form>
    </LinkScreen>
  )
}
