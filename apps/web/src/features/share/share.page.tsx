import type { http } from '@daymark/contracts'
import { Suspense } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useRemoveFirstScreen } from '../../lib/first-screen.ts'
import { useLoaded } from '../../lib/hooks/use-loaded.ts'
import { lazyOf } from '../../lib/lazy.ts'
import { useParams } from '../../lib/router.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { BrandMark, useBrandColors } from './brand/brand-mark.tsx'
import { FooterLine, Gallery } from './gallery/gallery.tsx'
import { readShare } from './share.queries.ts'

// All rarely used screens are in one chunk, because the first page load contains the file name of every chunk.
const importRareScreens = () => import('./closed-gallery.tsx')
const PasswordForm = lazyOf(importRareScreens, 'PasswordForm')
const UnavailableGallery = lazyOf(importRareScreens, 'UnavailableGallery')
const UnsubscribePage = lazyOf(importRareScreens, 'UnsubscribePage')
const StudioPage = lazyOf(() => import('./studio/studio.page.tsx'), 'StudioPage')

const loadingScreen = <Spinner label="Loading..." fill />

/**
 * The screens of visitors, which need no session and have no application frame: a gallery (S-PUB-01), a studio page, or
 * the page that turns emails off.
 */
export function SharePage() {
  const { token } = useParams()
  useBrandColors()
  return <Suspense fallback={loadingScreen}>{renderScreen(token)}</Suspense>
}

function renderScreen(token: string | undefined) {
  if (token === '~mails') return <UnsubscribePage />
  return token ? <SharedGallery token={token} /> : <StudioPage brandMark={<BrandMark />} footer={<FooterLine />} />
}

function SharedGallery({ token }: { token: string }) {
  const { value, isLoading, reload } = useLoaded(token, () => readShare(token).then(toOpenState, toFailureState))
  const state = isLoading || !value ? { status: 'loading' as const } : value
  useRemoveFirstScreen(state.status === 'loading')
  switch (state.status) {
    case 'loading':
      return loadingScreen
    case 'locked':
      return <PasswordForm token={token} hint={state.hint} onUnlocked={reload} />
    case 'unavailable':
      return <UnavailableGallery message={state.message} onRetry={state.isRetryable ? reload : null} />
    case 'open':
      return <Gallery share={state.share} />
  }
}

/** The state of a gallery: shown, locked by a password, or not available (S-PUB-21). */
type ShareState =
  | { status: 'locked'; hint: string | null }
  | { status: 'unavailable'; message: string | null; isRetryable: boolean }
  | { status: 'open'; share: http.PublicShare }

const toOpenState = (share: http.PublicShare): ShareState => ({ status: 'open', share })

function toFailureState(reason: unknown): ShareState {
  if (!(reason instanceof ApiError)) return { status: 'unavailable', message: null, isRetryable: true }
  if (reason.code === 'password_required') return { status: 'locked', hint: reason.body?.hint ?? null }
  const isRetryable = reason.status === 0 || reason.status >= 429
  return { status: 'unavailable', message: reason.serverMessage, isRetryable }
}
