import type { http } from '@daymark/contracts'
import { Suspense, useEffect, useRef } from 'react'
import { SessionProvider, useSession } from '../../domain/session/session.tsx'
import { lazyOf } from '../../lib/lazy.ts'
import { restoreScroll } from '../../lib/scroll/scroll-restoration.ts'
import { Navigate, Outlet, useLocation } from '../../lib/router.tsx'
import { useTheme } from '../../lib/theme/theme.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'

export function SessionRoot({ initialUser }: { initialUser: Promise<http.User | null> | undefined }) {
  useScrollToTop()
  useTheme()
  return (
    <SessionProvider initialUser={initialUser}>
      <Outlet />
    </SessionProvider>
  )
}

/**
 * L-ROUTE-12: scrolls to the top when the path or query changes, unless a screen changed the URL itself
 * (`state.keepScroll`, rule 53) or Back restores a scroll position.
 */
function useScrollToTop() {
  const { pathname, search, state } = useLocation()
  const address = pathname + search
  const lastAddress = useRef(address)
  const keepsScroll = (state as { keepScroll?: boolean } | null)?.keepScroll === true
  useEffect(() => {
    if (lastAddress.current === address) return
    lastAddress.current = address
    if (!keepsScroll && !restoreScroll()) window.scrollTo(0, 0)
  }, [address, keepsScroll])
}

const ChangePasswordPage = lazyOf(() => import('../../features/sign-in/change-password.page.tsx'), 'ChangePasswordPage')
const LOADING_SCREEN = <Spinner label="Loading..." fill />

/** L-GUARD-01, 02: renders screens for signed-in users and redirects visitors to the sign-in. */
export function SessionGuard() {
  const { isLoading, user } = useSession()
  if (isLoading) return LOADING_SCREEN
  if (!user) return <Navigate to="/login" replace />
  if (user.must_change_password)
    return (
      <Suspense fallback={LOADING_SCREEN}>
        <ChangePasswordPage />
      </Suspense>
    )
  return <Outlet />
}
