import type { http } from '@daymark/contracts'
import { Outlet } from '../../lib/router.ts'
import { SessionProvider } from '../../domain/session/session.tsx'
import { useTheme } from '../../lib/theme/theme.ts'
import { useScrollToTop } from '../use-scroll-to-top.ts'

export function SessionRoot({ first }: { first: Promise<http.User | null> | undefined }) {
  useScrollToTop()
  useTheme()
  return (
    <SessionProvider first={first}>
      <Outlet />
    </SessionProvider>
  )
}
