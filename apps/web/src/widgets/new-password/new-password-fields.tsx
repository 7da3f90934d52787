import { MIN_CHOSEN_PASSWORD_LENGTH } from '@daymark/contracts'
import { useState } from 'react'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The state of two fields for a new password. `password` is null until both contain the same valid password. */
export function useNewPassword() {
  const [enteredPassword, setEnteredPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const password =
    enteredPassword.length >= MIN_CHOSEN_PASSWORD_LENGTH && repeated === enteredPassword ? enteredPassword : null
  return { enteredPassword, setEnteredPassword, repeated, setRepeated, password }
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
