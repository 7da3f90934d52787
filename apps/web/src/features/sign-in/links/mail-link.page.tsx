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

/** The screens that mails link to, in one chunk, because each of them is rarely used. */
export function MailLinkPage() {
  const { link = '' } = useParams()
  return <Fragment key={link}>{PAGES.get(link) ?? noSuchPage}</Fragment>
}
