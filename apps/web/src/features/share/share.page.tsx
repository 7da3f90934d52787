import { lazy, Suspense } from 'react'
import { useParams } from '../../lib/router.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { BrandMark } from './brand/brand-mark.tsx'
import { useBrandColours } from './brand/shown-brand.ts'
import { FootLine } from './gallery/gallery-footer.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { useShare } from './use-share.ts'

// Few links have a password or have ended, and few visitors turn mails off.
const closed = () => import('./closed.ts')
const PasswordForm = lazy(async () => ({ default: (await closed()).PasswordForm }))
const Unavailable = lazy(async () => ({ default: (await closed()).Unavailable }))
const MailsPage = lazy(async () => ({ default: (await closed()).MailsPage }))
const StudioPage = lazy(async () => ({ default: (await import('./studio/studio.page.tsx')).StudioPage }))

const loading = <Spinner label="Loading..." fill />

/**
 * The screens of visitors, without session and application frame: a gallery (S-PUB-01), a studio page, or the page that turns
 * mails off.
 */
export function SharePage() {
  const { token } = useParams()
  useBrandColours()
  return <Suspense fallback={loading}>{shownAt(token)}</Suspense>
}

function shownAt(token: string | undefined) {
  if (token === '~mails') return <MailsPage />
  return token ? <SharedGallery token={token} /> : <StudioPage mark={<BrandMark />} foot={<FootLine />} />
}

function SharedGallery({ token }: { token: string }) {
  const { state, reload } = useShare(token)
  switch (state.is) {
    case 'loading':
      return loading
    case 'locked':
      return <PasswordForm token={token} hint={state.hint} onUnlocked={reload} />
    case 'unavailable':
      return <Unavailable message={state.message} onRetry={state.mayRetry ? reload : null} />
    case 'open':
      return <Gallery share={state.share} />
  }
}
