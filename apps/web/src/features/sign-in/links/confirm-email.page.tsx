import { confirmEmail } from './link.actions.ts'
import { OneClick } from './one-click.tsx'

const WORDS = {
  title: 'Confirm your address',
  heading: 'Confirm your new email address',
  about: 'You will sign in with it and get our emails there.',
  button: 'Confirm This Address',
  done: 'Your email address was changed',
  after: 'You sign in with your new address from now on.',
}

export const ConfirmEmailPage = () => <OneClick words={WORDS} act={confirmEmail} />
