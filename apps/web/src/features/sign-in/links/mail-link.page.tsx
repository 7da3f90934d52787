import { useLocation } from '../../../lib/router.ts'
import { ConfirmEmailPage } from './confirm-email.page.tsx'
import { ForgotPasswordPage } from './forgot-password.page.tsx'
import { ResetPasswordPage } from './reset-password.page.tsx'
import { UnsubscribePage } from './unsubscribe.page.tsx'

const PAGES: Record<string, () => React.ReactNode> = {
  '/reset-password': ResetPasswordPage,
  '/confirm-email': ConfirmEmailPage,
  '/unsubscribe': UnsubscribePage,
}

/** What mails lead to, in one piece: each of them is seen too rarely to be one of its own. */
export function MailLinkPage() {
  const { pathname } = useLocation()
  const Page = PAGES[pathname] ?? ForgotPasswordPage
  return <Page key={pathname} />
}
