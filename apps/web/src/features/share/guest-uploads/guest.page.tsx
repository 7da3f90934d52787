import { type http, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format/dates.ts'
import { useLoaded } from '../../../lib/hooks/use-loaded.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { Link, useParams } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { useSubmit } from '../../../ui/feedback/use-submit.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { BrandMark, getDaymarkUrl, getStudioBrand, useBrandColors } from '../brand/brand-mark.tsx'
import { PasswordForm } from '../closed-gallery.tsx'
import shareStyles from '../share.module.css'
import { readUploadPage, submitGuestName, unlockUploadPage } from './guest-uploads.api.ts'
import styles from './guests.module.css'
import { GuestUploader } from './guest-uploader.tsx'

/** Replaces the page if the link was closed, has expired or cannot be read. */
function LinkUnavailable({ message, onRetry }: { message: string | null; onRetry: (() => void) | null }) {
  return (
    <main className={shareStyles['standalone']}>
      <div className={shareStyles['card']}>
        <BrandMark fallback={<Inbox aria-hidden />} />
        <h1 className="text-5">Link Not Available</h1>
        <p>{message ?? 'This link does not accept photos.'}</p>
        <p>Ask the person who sent you the link for a new one.</p>
        {onRetry && <Button onClick={onRetry}>Try Again</Button>}
      </div>
    </main>
  )
}

/** Shows who asks for photos, the greeting, and until when the link accepts photos. */
function PageHeader({ page: { title, greeting, photographer, expires_at: expires } }: { page: http.UploadPage }) {
  const requesterName = getStudioBrand()?.name ?? photographer
  return (
    <header className={styles['header']}>
      <BrandMark />
      {requesterName && <p className={styles['requester']}>{requesterName} asks for your photos</p>}
      <h1>{title}</h1>
      {greeting && <p className={styles['greeting']}>{greeting}</p>}
      {expires && <p className={styles['closing-date']}>Until {formatDate(expires)}</p>}
    </header>
  )
}

function PageFooter() {
  const daymarkUrl = getDaymarkUrl()
  return (
    <footer className={styles['footer']}>
      {!getStudioBrand() && <span>Sent with Daymark</span>}
      {daymarkUrl ? <a href={`${daymarkUrl}/privacy`}>Privacy</a> : <Link to="/privacy">Privacy</Link>}
    </footer>
  )
}

function OpenPage({ token, page, onNamed }: { token: string; page: http.UploadPage; onNamed: () => void }) {
  useTitle(page.title)
  return (
    <main className={styles['page']}>
      <PageHeader page={page} />
      {page.name === null ? (
        <NameForm token={token} onNamed={onNamed} />
      ) : (
        <GuestUploader token={token} name={page.name} isReviewed={page.approve} />
      )}
      <PageFooter />
    </main>
  )
}

/** The page on which guests upload photos. It needs no session and shows only the guest's own files (rule 149). */
export function GuestPage() {
  const { token = '' } = useParams()
  useBrandColors()
  const { value: state, reload } = useLoaded(token, () => loadPage(token))
  if (!state) return <Spinner label="Loading..." fill />
  switch (state.status) {
    case 'locked':
      return <PasswordForm token={token} hint={null} kind="upload" unlock={unlockUploadPage} onUnlocked={reload} />
    case 'unavailable':
      return <LinkUnavailable message={state.message} onRetry={state.isRetryable ? reload : null} />
    case 'open':
      return <OpenPage token={token} page={state.page} onNamed={reload} />
  }
}

/** Asks for the name of the guest, which the photographer sees with the photos. */
function NameForm({ token, onNamed }: { token: string; onNamed: () => void }) {
  const [name, setName] = useState('')
  const { onSubmit, failure, isBusy } = useSubmit(() => submitGuestName(token, name.trim()), onNamed)
  return (
    <form aria-label="Your name" className={`surface ${styles['card']}`} onSubmit={onSubmit}>
      <TextField
        label="Your name"
        hint="Shown with your photos. No account needed."
        autoComplete="name"
        maxLength={UPLOAD_LINK_LIMITS.name}
        required
        pattern=".*\S.*"
        value={name}
        error={failure}
        onChange={event => setName(event.target.value)}
      />
      <Button type="submit" appearance="primary" wide disabled={isBusy}>
        Continue
      </Button>
    </form>
  )
}

type GuestPageState =
  | { status: 'locked' }
  | { status: 'unavailable'; message: string | null; isRetryable: boolean }
  | { status: 'open'; page: http.UploadPage }

function toFailureState(reason: unknown): GuestPageState {
  if (!(reason instanceof ApiError)) return { status: 'unavailable', message: null, isRetryable: true }
  if (reason.code === 'password_required') return { status: 'locked' }
  const isEnded = reason.status === 404 || reason.status === 410
  return { status: 'unavailable', message: isEnded ? null : reason.serverMessage, isRetryable: !isEnded }
}

const loadPage = (token: string): Promise<GuestPageState> =>
  readUploadPage(token).then((page): GuestPageState => ({ status: 'open', page }), toFailureState)
