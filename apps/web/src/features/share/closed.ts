/** One piece, as each piece has a name in the first load: what is in the place of a gallery. */
export { MailsPage } from './mails/mails.page.tsx'
export { PasswordForm } from './password-form.tsx'
export { Unavailable } from './unavailable.tsx'
