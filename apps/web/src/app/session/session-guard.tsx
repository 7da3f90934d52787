import { lazy, Suspense } from 'react'
import { Navigate, Outlet } from '../../lib/router.ts'
import { useSession } from '../../domain/session/session.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'

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
