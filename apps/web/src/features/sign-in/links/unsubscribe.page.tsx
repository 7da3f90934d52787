import { unsubscribe } from './link.actions.ts'
import { OneClick } from './one-click.tsx'

const WORDS = {
  title: 'Turn mails off',
  heading: 'Turn these mails off?',
  about: 'You always get emails about your password and email address.',
  button: 'Turn Off',
  done: 'These mails are off',
  after: 'You can turn them on again in Settings.',
}

export const UnsubscribePage = () => <OneClick words={WORDS} act={unsubscribe} />
