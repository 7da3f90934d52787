import { LockKeyhole } from 'lucide-react'
import { useRef, useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { BrandMark } from './brand/brand-mark.tsx'
import styles from './share.module.css'
import { unlockShare } from './password.actions.ts'

function sentenceOf(reason: unknown) {
  const { status = 0, sentence = null } = reason instanceof ApiError ? reason : {}
  if (status === 401) return 'That is not the password of this gallery.'
  return sentence ?? 'The gallery could not be opened. Please try again.'
}

type Props = { token: string; hint: string | null; onUnlocked: () => void }

/** A protected link asks before it shows anything, also its title. What was typed stays where it was wrong. */
export function PasswordForm({ token, hint, onUnlocked }: Props) {
  const form = useRef<HTMLFormElement>(null)
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
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    }
  }
  return (
    <main className={styles['alone']}>
      <form ref={form} className={styles['password']} onSubmit={event => void onSubmit(event)}>
        <BrandMark otherwise={<LockKeyhole aria-hidden className={styles['lock']} />} />
        <h1 className={styles['heading']}>Private Gallery</h1>
        <p className={styles['hint']}>Enter the password from your photographer.</p>
        {hint && (
          <p className={styles['clue']}>
            <strong>Hint:</strong> {hint}
          </p>
        )}
        {/* A password manager keeps one password for each name: here that is the gallery. */}
        <input type="text" name="username" autoComplete="username" value={`gallery ${token}`} readOnly hidden />
        <PasswordField
          label="Password"
          name="password"
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
