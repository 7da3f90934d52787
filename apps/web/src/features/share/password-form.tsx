import { LockKeyhole } from 'lucide-react'
import { useRef, useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { BrandMark } from './brand/brand-mark.tsx'
import { shownBrand } from './brand/shown-brand.ts'
import styles from './share.module.css'
import { unlockShare } from './password.actions.ts'

/** The texts of the form. */
const WORDS = {
  gallery: {
    heading: 'Private Gallery',
    wrong: 'Wrong password.',
    failed: 'The gallery could not be opened. Please try again.',
    open: 'Open Gallery',
  },
  upload: {
    heading: 'Private Page',
    wrong: 'Wrong password.',
    failed: 'The page could not be opened. Please try again.',
    open: 'Open Page',
  },
}

function failureText(reason: unknown, { wrong, failed }: { wrong: string; failed: string }) {
  const { status = 0, serverMessage = null } = reason instanceof ApiError ? reason : {}
  return status === 401 ? wrong : (serverMessage ?? failed)
}

type Props = {
  token: string
  hint: string | null
  onUnlocked: () => void
  what?: keyof typeof WORDS
  unlock?: (token: string, password: string) => Promise<unknown>
}

/** A protected link asks for its password before it shows anything, including its title. A wrong input stays in the field. */
export function PasswordForm({ token, hint, onUnlocked, what = 'gallery', unlock = unlockShare }: Props) {
  const words = WORDS[what]
  useTitle(words.heading, shownBrand()?.name)
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
      await unlock(token, password)
      onUnlocked()
    } catch (reason) {
      setError(failureText(reason, words))
      setIsAsking(false)
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    }
  }
  return (
    <main className={styles['alone']}>
      <form ref={form} className={styles['password']} onSubmit={event => void onSubmit(event)}>
        <BrandMark otherwise={<LockKeyhole aria-hidden className={styles['lock']} />} />
        <h1 className={styles['heading']}>{words.heading}</h1>
        <p className={styles['hint']}>Enter the password from your photographer.</p>
        {hint && (
          <p className={styles['clue']}>
            <strong>Hint:</strong> {hint}
          </p>
        )}
        {/* Password managers store one password per name, which is the gallery. */}
        <input type="text" name="username" autoComplete="username" value={`${what} ${token}`} readOnly hidden />
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
          {words.open}
        </Button>
      </form>
    </main>
  )
}
