import { useState } from 'react'
import { useTitle } from '../../lib/page-meta.ts'
import { changePassword } from '../../domain/session/password.actions.ts'
import { useSession } from '../../domain/session/session.tsx'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { useSubmit } from '../../ui/feedback/use-submit.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { HiddenUsername, NewPasswordFields, useNewPassword } from '../../widgets/new-password/new-password-fields.tsx'
import styles from './sign-in.module.css'

/** rule 29: replaces all other screens until the user has changed a temporary password. */
export function ChangePasswordPage() {
  useTitle('Choose a password')
  const { signOut } = useSession()
  return (
    <main className={styles['standalone']}>
      <div className={styles['welcome']}>
        <Brand />
        <h1 className={styles['headline']}>Choose your own password</h1>
        <p className={styles['subtitle']}>You signed in with a temporary password. Choose your own to continue.</p>
        <ChangePasswordForm />
        <Button appearance="quiet" onClick={signOut}>
          Logout
        </Button>
      </div>
    </main>
  )
}

function ChangePasswordForm() {
  const { refresh } = useSession()
  const [current, setCurrent] = useState('')
  const newPassword = useNewPassword()
  const { password } = newPassword
  const change = async (chosenPassword: string) => {
    const failureMessage = await changePassword(current, chosenPassword)
    if (failureMessage === null) await refresh()
    return failureMessage
  }
  const { onSubmit, failure, isBusy } = useSubmit(password !== null && (() => change(password)))

  return (
    <form className={styles['form']} onSubmit={onSubmit}>
      <HiddenUsername />
      <TextField
        label="Temporary password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={event => setCurrent(event.target.value)}
      />
      <NewPasswordFields {...newPassword} />
      <FailureNote text={failure} />
      <Button type="submit" appearance="primary" wide disabled={isBusy || !current || password === null}>
        {isBusy ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}
