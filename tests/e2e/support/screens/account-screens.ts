import { PASSWORD } from '../../../support/people.ts'
import { button, dialog, region, shown } from '../find.ts'
import type { Screen } from './screen.ts'

/** Of whoever has a plan that something is locked in. */
export const account: Screen[] = [
  {
    name: 'settings',
    path: '/settings',
    async reach(page) {
      await shown(region(page, 'Recent Activity').getByRole('link'))
      await shown(page.getByRole('meter'))
      await shown(page.getByRole('list', { name: 'Locked on your plan' }))
    },
  },
  {
    name: 'billing within settings',
    path: '/settings',
    async reach(page) {
      await button(page, 'Upgrade Plan').click()
      await shown(button(dialog(page, 'Billing'), 'Current Plan'))
    },
  },
  {
    name: 'key of an authenticator app',
    path: '/settings',
    async reach(page) {
      await button(region(page, 'Security'), 'Turn On').click()
      await dialog(page, 'Turn on two-step sign-in').getByLabel('Your password').fill(PASSWORD)
      await button(page, 'Continue').click()
      await shown(page.getByRole('img', { name: 'QR code for an authenticator app' }))
    },
  },
  { name: 'billing', path: '/billing', reach: page => shown(button(page, 'Current Plan')) },
  { name: 'back from paying', path: '/billing?checkout=canceled', reach: page => shown(page.getByRole('status')) },
]
