import type { http } from '@daymark/contracts'
import { Inbox } from 'lucide-react'
import { formatDate } from '../../../lib/format/dates.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Link, useParams } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { BrandMark } from '../brand/brand-mark.tsx'
import { daymarkHome, shownBrand, useBrandColours } from '../brand/shown-brand.ts'
import { PasswordForm } from '../password-form.tsx'
import shared from '../share.module.css'
import { unlockUploadPage } from './guest.actions.ts'
import { NameForm } from './name-form.tsx'
import { Sending } from './sending.tsx'
import { useGuestPage } from './use-guest-page.ts'
import styles from './guests.module.css'

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
        <Sending token={token} name={page.name} isApproved={page.approve} />
      )}
      <Foot />
    </main>
  )
}

/** The page on which guests upload photos: no session, nothing of the album, and only their own files (rule 149). */
export function GuestPage() {
  const { token = '' } = useParams()
  useBrandColours()
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
