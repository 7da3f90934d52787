import { confirmEmail } from './link.actions.ts'
import { OneClick } from './one-click.tsx'

const WORDS = {
  title: 'Confirm your address',
  heading: 'Confirm your new email address',
  about: 'From then on you sign in with it, and our mails go there.',
  button: 'Confirm This Address',
  done: 'Your email address was changed',
  after: 'You sign in with your new address from now on.',
}

export const ConfirmEmailPage = () => <OneClick words={WORDS} act={confirmEmail} />
