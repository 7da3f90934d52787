/** One piece, as each piece has a name in the first load: what is in the place of a gallery. */
export { PasswordForm } from './password-form.tsx'
export { Unavailable } from './unavailable.tsx'
