import { Fragment, type ReactNode } from 'react'
import { useParams } from '../../../lib/router.ts'
import { ConfirmEmailPage } from './confirm-email.page.tsx'
import { ForgotPasswordPage } from './forgot-password.page.tsx'
import { LinkScreen } from './link-screen.tsx'
import { ResetPasswordPage } from './reset-password.page.tsx'
import { UnsubscribePage } from './unsubscribe.page.tsx'

const PAGES = new Map<string, ReactNode>(
  Object.entries({
    'forgot-password': <ForgotPasswordPage />,
    'reset-password': <ResetPasswordPage />,
    welcome: <ResetPasswordPage kind="welcome" />,
    'confirm-email': <ConfirmEmailPage />,
    unsubscribe: <UnsubscribePage />,
  }),
)
const noSuchPage = <LinkScreen title="Not Found" heading="Not Found" about="No such page." />

/** What mails lead to, in one piece: each of them is seen too rarely to be one of its own. */
export function MailLinkPage() {
  const { link = '' } = useParams()
  return <Fragment key={link}>{PAGES.get(link) ?? noSuchPage}</Fragment>
}
