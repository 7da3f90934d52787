import { UPLOADS } from '@daymark/contracts'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { sayName } from './guest.actions.ts'
import styles from './guests.module.css'

/** The name of the guest, by which the photographer recognizes the photos; no account. */
export function NameForm({ token, onNamed }: { token: string; onNamed: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const problem = await sayName(token, name.trim())
    setIsBusy(false)
    setError(problem)
    if (problem === null) onNamed()
  }
  return (
    <form aria-label="Your name" className={styles['card']} onSubmit={event => void onSubmit(event)}>
      <TextField
        label="Your name"
        hint="Shown with your photos. No account needed."
        autoComplete="name"
        maxLength={UPLOADS.name}
        required
        pattern=".*\S.*"
        value={name}
        error={error}
        onChange={event => setName(event.target.value)}
      />
      <Button type="submit" look="primary" wide disabled={isBusy}>
        Continue
      </Button>
    </form>
  )
}
