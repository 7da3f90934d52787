/** What few visitors see: links with a password are few, and mails are seldom turned off. */
export { MailsPage } from './mails/mails.page.tsx'
export { PasswordForm } from './password-form.tsx'
