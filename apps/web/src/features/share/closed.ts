/** The screens that replace a gallery, in one chunk, because each chunk adds its name to the first load. */
export { MailsPage } from './mails/mails.page.tsx'
export { PasswordForm } from './password-form.tsx'
export { Unavailable } from './unavailable.tsx'
