import { type http, UPLOADS } from '@daymark/contracts'
import { Inbox } from 'lucide-react'
import { type SyntheticEvent, useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Link, useParams } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { BrandMark, daymarkHome, shownBrand, useBrandColors } from '../brand/brand-mark.tsx'
import { PasswordForm } from '../password-form.tsx'
import shared from '../share.module.css'
import { readUploadPage, submitName, unlockUploadPage } from './guest.actions.ts'
import styles from './guests.module.css'
import { GuestUploader } from './guest-uploader.tsx'

function Shut({ message, onRetry }: { message: string | null; onRetry: (() => void) | null }) {
  return (
    <main className={shared['alone']}>
      <div className={shared['card']}>
        <BrandMark otherwise={<Inbox aria-hidden />} />
        <h1 className={shared['heading']}>Link Not Available</h1>
        <p>{message ?? 'This link does not accept photos.'}</p>
        <p>Ask the person who sent you the link for a new one.</p>
        {onRetry && <Button onClick={onRetry}>Try Again</Button>}
      </div>
    </main>
  )
}

/** The sender of the request, its text and its end. */
function Head({ page: { title, greeting, photographer, expires_at: expires } }: { page: http.UploadPage }) {
  const asker = shownBrand()?.name ?? photographer
  return (
    <header className={styles['head']}>
      <BrandMark />
      {asker && <p className={styles['asker']}>{asker} asks for your photos</p>}
      <h1>{title}</h1>
      {greeting && <p className={styles['greeting']}>{greeting}</p>}
      {expires && <p className={styles['until']}>Until {formatDate(expires)}</p>}
    </header>
  )
}

function Foot() {
  const home = daymarkHome()
  return (
    <footer className={styles['foot']}>
      {!shownBrand() && <span>Sent with Daymark</span>}
      {home ? <a href={`${home}/privacy`}>Privacy</a> : <Link to="/privacy">Privacy</Link>}
    </footer>
  )
}

function Open({ token, page, onNamed }: { token: string; page: http.UploadPage; onNamed: () => void }) {
  useTitle(page.title)
  return (
    <main className={styles['page']}>
      <Head page={page} />
      {page.name === null ? (
        <NameForm token={token} onNamed={onNamed} />
      ) : (
        <GuestUploader token={token} name={page.name} isApproved={page.approve} />
      )}
      <Foot />
    </main>
  )
}

/** The page on which guests upload photos: no session, nothing of the album, and only their own files (rule 149). */
export function GuestPage() {
  const { token = '' } = useParams()
  useBrandColors()
  const { state, reload } = useGuestPage(token)
  switch (state.is) {
    case 'loading':
      return <Spinner label="Loading..." fill />
    case 'locked':
      return <PasswordForm token={token} hint={null} what="upload" unlock={unlockUploadPage} onUnlocked={reload} />
    case 'shut':
      return <Shut message={state.message} onRetry={state.mayRetry ? reload : null} />
    case 'open':
      return <Open token={token} page={state.page} onNamed={reload} />
  }
}

/** The name of the guest, by which the photographer recognizes the photos; no account. */
function NameForm({ token, onNamed }: { token: string; onNamed: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsBusy(true)
    const problem = await submitName(token, name.trim())
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

type GuestState =
  | { is: 'loading' }
  | { is: 'locked' }
  | { is: 'shut'; message: string | null; mayRetry: boolean }
  | { is: 'open'; page: http.UploadPage }

function stateOfFailure(reason: unknown): GuestState {
  if (!(reason instanceof ApiError)) return { is: 'shut', message: null, mayRetry: true }
  if (reason.code === 'password_required') return { is: 'locked' }
  const isOver = reason.status === 404 || reason.status === 410
  return { is: 'shut', message: isOver ? null : reason.serverMessage, mayRetry: !isOver }
}

function useGuestPage(token: string): { state: GuestState; reload: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<GuestState>({ is: 'loading' })
  useEffect(() => {
    let isCurrent = true
    void readUploadPage(token)
      .then((page): GuestState => ({ is: 'open', page }), stateOfFailure)
      .then(answered => isCurrent && setState(answered))
    return () => {
      isCurrent = false
    }
  }, [token, attempt])
  return { state, reload: useCallback(() => setAttempt(count => count + 1), []) }
}
