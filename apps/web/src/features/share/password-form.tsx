import { LockKeyhole } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './share.module.css'
import { unlockShare } from './share.queries.ts'

function sentenceOf(reason: unknown) {
  const { status = 0, sentence = null } = reason instanceof ApiError ? reason : {}
  if (status === 401) return 'That is not the password of this gallery.'
  return sentence ?? 'The gallery could not be opened. Please try again.'
}

/** A protected link asks before it shows anything, also its title. */
export function PasswordForm({ token, onUnlocked }: { token: string; onUnlocked: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!password || isAsking) return
    setIsAsking(true)
    setError(null)
    try {
      await unlockShare(token, password)
      onUnlocked()
    } catch (reason) {
      setError(sentenceOf(reason))
      setIsAsking(false)
    }
  }
  return (
    <main className={styles['alone']}>
      <form className={styles['password']} onSubmit={event => void onSubmit(event)}>
        <LockKeyhole aria-hidden className={styles['lock']} />
        <h1 className={styles['heading']}>Private Gallery</h1>
        <p className={styles['hint']}>Enter the password from your photographer.</p>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={error}
          onChange={event => setPassword(event.target.value)}
        />
        <Button type="submit" look="primary" wide disabled={!password || isAsking}>
          Open Gallery
        </Button>
      </form>
    </main>
  )
}
