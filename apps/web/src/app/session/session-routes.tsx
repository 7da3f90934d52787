import type { http } from '@daymark/contracts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { SessionProvider, useSession } from '../../domain/session/session.tsx'
import { restoreScroll } from '../../lib/scroll/scroll-restoration.ts'
import { Navigate, Outlet, useLocation } from '../../lib/router.ts'
import { useTheme } from '../../lib/theme/theme.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'

export function SessionRoot({ first }: { first: Promise<http.User | null> | undefined }) {
  useScrollToTop()
  useTheme()
  return (
    <SessionProvider first={first}>
      <Outlet />
    </SessionProvider>
  )
}

/**
 * The page scrolls to the top whenever the path or query changes (L-ROUTE-12), unless a screen changes the address without
 * navigation by the user (`state.keepScroll`, rule 53). Back returns to the photo that was in view.
 */
function useScrollToTop() {
  const { pathname, search, state } = useLocation()
  const address = pathname + search
  const shown = useRef(address)
  const keep = (state as { keepScroll?: boolean } | null)?.keepScroll === true
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    if (!keep && !restoreScroll()) window.scrollTo(0, 0)
  }, [address, keep])
}

const ChangePasswordPage = lazy(async () => ({
  default: (await import('../../features/sign-in/change-password.page.tsx')).ChangePasswordPage,
}))
const loading = <Spinner label="Loading..." fill />

/** Screens behind the guard have a user; visitors are redirected to the sign-in (L-GUARD-01, 02). */
export function SessionGuard() {
  const { isLoading, user } = useSession()
  if (isLoading) return loading
  if (!user) return <Navigate to="/login" replace />
  if (user.must_change_password)
    return (
      <Suspense fallback={loading}>
        <ChangePasswordPage />
      </Suspense>
    )
  return <Outlet />
}
