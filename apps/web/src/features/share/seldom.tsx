import { MailsPage } from './mails/mails.page.tsx'
import { PasswordForm, type LockedProps } from './password-form.tsx'

/** What few visitors see, in one piece: the question for the password of a link, and where mails are turned off. */
export const Seldom = ({ locked }: { locked?: LockedProps }) => (locked ? <PasswordForm {...locked} /> : <MailsPage />)
