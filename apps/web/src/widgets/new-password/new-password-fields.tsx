import { MIN_CHOSEN_PASSWORD_LENGTH } from '@daymark/contracts'
import { useState } from 'react'
import { useUser } from '../../domain/session/session.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The state of two fields for a new password. `password` is null until both contain the same valid password. */
export function useNewPassword() {
  const [enteredPassword, setEnteredPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const password =
    enteredPassword.length >= MIN_CHOSEN_PASSWORD_LENGTH && repeated === enteredPassword ? enteredPassword : null
  return { enteredPassword, setEnteredPassword, repeated, setRepeated, password }
}

/** A hidden field by which password managers know to which account the password belongs. */
export function HiddenUsername() {
  const { username } = useUser()
  return (
    <input className="visually-hidden" aria-hidden tabIndex={-1} autoComplete="username" readOnly value={username} />
  )
}

export function NewPasswordFields(props: ReturnType<typeof useNewPassword>) {
  const { enteredPassword, setEnteredPassword, repeated, setRepeated } = props
  const isDifferent = repeated !== '' && repeated !== enteredPassword
  return (
    <>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint={`At least ${MIN_CHOSEN_PASSWORD_LENGTH} characters.`}
        value={enteredPassword}
        onChange={event => setEnteredPassword(event.target.value)}
      />
      <TextField
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
        error={isDifferent ? 'The passwords do not match.' : null}
        value={repeated}
        onChange={event => setRepeated(event.target.value)}
      />
    </>
  )
}
