import { MIN_CHOSEN_PASSWORD_LENGTH } from '@daymark/contracts'
import { useState } from 'react'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The state of two fields for a new password. `password` is null until both contain the same valid password. */
export function useNewPassword() {
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const password = next.length >= MIN_CHOSEN_PASSWORD_LENGTH && repeated === next ? next : null
  return { next, setNext, repeated, setRepeated, password }
}

export function NewPasswordFields(props: ReturnType<typeof useNewPassword>) {
  const { next, setNext, repeated, setRepeated } = props
  const isDifferent = repeated !== '' && repeated !== next
  return (
    <>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint={`At least ${MIN_CHOSEN_PASSWORD_LENGTH} characters.`}
        value={next}
        onChange={event => setNext(event.target.value)}
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
