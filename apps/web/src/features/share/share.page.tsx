import type { http } from '@daymark/contracts'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useFirstScreen } from '../../lib/first-screen.ts'
import { useParams } from '../../lib/router.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { BrandMark, useBrandColors } from './brand/brand-mark.tsx'
import { FootLine, Gallery } from './gallery/gallery.tsx'
import { readShare } from './share.queries.ts'

// Few links have a password or have ended, and few visitors turn mails off.
const closed = () => import('./rare-screens.ts')
const PasswordForm = lazy(async () => ({ default: (await closed()).PasswordForm }))
const Unavailable = lazy(async () => ({ default: (await closed()).Unavailable }))
const MailsPage = lazy(async () => ({ default: (await closed()).MailsPage }))
const StudioPage = lazy(async () => ({ default: (await import('./studio.page.tsx')).StudioPage }))

const loading = <Spinner label="Loading..." fill />

/**
 * The screens of visitors, without session and application frame: a gallery (S-PUB-01), a studio page, or the page that turns
 * mails off.
 */
export function SharePage() {
  const { token } = useParams()
  useBrandColors()
  return <Suspense fallback={loading}>{shownAt(token)}</Suspense>
}

function shownAt(token: string | undefined) {
  if (token === '~mails') return <MailsPage />
  return token ? <SharedGallery token={token} /> : <StudioPage mark={<BrandMark />} foot={<FootLine />} />
}

function SharedGallery({ token }: { token: string }) {
  const { state, reload } = useShare(token)
  useFirstScreen(state.is === 'loading')
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

/** S-PUB-21, and the password question of a protected link. */
type ShareState =
  | { is: 'loading' }
  | { is: 'locked'; hint: string | null }
  | { is: 'unavailable'; message: string | null; mayRetry: boolean }
  | { is: 'open'; share: http.PublicShare }

function stateOfFailure(reason: unknown): ShareState {
  if (!(reason instanceof ApiError)) return { is: 'unavailable', message: null, mayRetry: true }
  if (reason.code === 'password_required') return { is: 'locked', hint: reason.answer?.hint ?? null }
  return { is: 'unavailable', message: reason.serverMessage, mayRetry: reason.status === 0 || reason.status >= 429 }
}

function useShare(token: string): { state: ShareState; reload: () => void } {
  const [attempt, setAttempt] = useState(0)
  const question = `${token} ${attempt}`
  const [answered, setAnswered] = useState<{ question: string; state: ShareState } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readShare(token)
      .then((share): ShareState => ({ is: 'open', share }), stateOfFailure)
      .then(state => isCurrent && setAnswered({ question, state }))
    return () => {
      isCurrent = false
    }
  }, [token, question])
  const state: ShareState = answered?.question === question ? answered.state : { is: 'loading' }
  return { state, reload: useCallback(() => setAttempt(count => count + 1), []) }
}
