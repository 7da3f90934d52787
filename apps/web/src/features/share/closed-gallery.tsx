import { ImageOff, LockKeyhole } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useTitle } from '../../lib/page-meta.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { BrandMark, getStudioBrand } from './brand/brand-mark.tsx'
import styles from './share.module.css'
import { unlockShare } from './share.queries.ts'

export { UnsubscribePage } from './unsubscribe.page.tsx'

const FORM_TEXTS = {
  gallery: {
    heading: 'Private Gallery',
    wrongPassword: 'Wrong password.',
    otherFailure: 'The gallery could not be opened. Please try again.',
    submit: 'Open Gallery',
  },
  upload: {
    heading: 'Private Page',
    wrongPassword: 'Wrong password.',
    otherFailure: 'The page could not be opened. Please try again.',
    submit: 'Open Page',
  },
}

function failureText(
  reason: unknown,
  { wrongPassword, otherFailure }: { wrongPassword: string; otherFailure: string },
) {
  const { status = 0, serverMessage = null } = reason instanceof ApiError ? reason : {}
  return status === 401 ? wrongPassword : (serverMessage ?? otherFailure)
}

type Props = {
  token: string
  hint: string | null
  onUnlocked: () => void
  kind?: keyof typeof FORM_TEXTS
  unlock?: (token: string, password: string) => Promise<unknown>
}

/**
 * Asks for the password of a protected link, without showing the title of the gallery. A wrong password stays in the
 * field, so that it can be corrected.
 */
export function PasswordForm({ token, hint, onUnlocked, kind = 'gallery', unlock = unlockShare }: Props) {
  const texts = FORM_TEXTS[kind]
  useTitle(texts.heading, getStudioBrand()?.name)
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isUnlocking, setIsUnlocking] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!password || isUnlocking) return
    setIsUnlocking(true)
    setError(null)
    try {
      await unlock(token, password)
      onUnlocked()
    } catch (reason) {
      setError(failureText(reason, texts))
      setIsUnlocking(false)
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
    }
  }
  return (
    <main className={styles['standalone']}>
      <form ref={form} className={styles['password']} onSubmit={event => void onSubmit(event)}>
        <BrandMark fallback={<LockKeyhole aria-hidden className={styles['lock']} />} />
        <h1 className="text-5">{texts.heading}</h1>
        <p className="muted">Enter the password from your photographer.</p>
        {hint && (
          <p className={styles['password-hint']}>
            <strong>Hint:</strong> {hint}
          </p>
        )}
        {/* Password managers store one password for each user name, so the token of the link serves as the user name. */}
        <input type="text" name="username" autoComplete="username" value={`${kind} ${token}`} readOnly hidden />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={error}
          onChange={event => setPassword(event.target.value)}
        />
        <Button type="submit" appearance="primary" wide disabled={!password || isUnlocking}>
          {texts.submit}
        </Button>
      </form>
    </main>
  )
}

/** S-PUB-14, S-PUB-15: replaces a gallery whose link was revoked, has expired or cannot be read. */
export function UnavailableGallery({ message, onRetry }: { message: string | null; onRetry: (() => void) | null }) {
  useTitle('Gallery Unavailable', getStudioBrand()?.name)
  return (
    <main className={styles['standalone']}>
      <div className={styles['card']}>
        <BrandMark fallback={<ImageOff aria-hidden />} />
        <h1 className="text-5">Gallery Unavailable</h1>
        <p>{message ?? 'This gallery link may have expired or been removed.'}</p>
        <p>Please contact the photographer for a new link.</p>
        {onRetry && <Button onClick={onRetry}>Try Again</Button>}
      </div>
    </main>
  )
}
