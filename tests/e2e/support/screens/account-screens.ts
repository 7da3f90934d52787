import type { http } from '@daymark/contracts'
import { type SignedInUser, PASSWORD } from '../../../support/accounts.ts'
import { button, dialog, field, region, expectVisible, byText } from '../find.ts'
import type { Screen } from '../grid.ts'

/** Fakes backups, for which these tests have no store. */
const at = '2026-05-04T02:00:00.000Z'
const copy = { id: '0198c0de-0000-7000-8000-000000000001', at, photos: 12_408, bytes: 9e10, offsite: false }
const backedUp: http.Backups = {
  configured: true,
  plan: { every_days: 1, keep: 90, offsite: true },
  running: null,
  problem: 'The backup store cannot be reached.',
  next_at: at,
  drill: { at, passed: false, checked: 50, damaged: ['IMG_0001.JPG'] },
  restore: {
    id: copy.id,
    backup_id: copy.id,
    backup_at: at,
    state: 'done',
    started_at: at,
    finished_at: at,
    photos: 3,
    brought: 2,
    problem: null,
  },
  backups: [copy, { ...copy, id: '0198c0de-0000-7000-8000-000000000002', offsite: true }],
}

const mail: http.MailChoices = { mail_set_up: true, topics: [{ topic: 'new_sign_in', wanted: true }] }

/** The sign-in of an account that is being deleted. */
export const keepAccount = ({ email, password }: SignedInUser): Screen => ({
  name: 'keeping the account',
  path: '/login',
  async reach(page) {
    await field(page, 'Email or username').fill(email)
    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign In').click()
    await expectVisible(button(page, 'Keep My Account'))
  },
})

/** For an account whose plan has locked features. */
export const account: Screen[] = [
  {
    name: 'settings',
    path: '/settings',
    async reach(page) {
      await expectVisible(region(page, 'Recent Activity').getByRole('link'))
      await expectVisible(page.getByRole('meter'))
      await expectVisible(page.getByRole('list', { name: 'Locked on your plan' }))
    },
  },
  {
    name: 'changing the email',
    path: '/settings',
    async reach(page) {
      await button(page, 'Change email').click()
      await expectVisible(dialog(page, 'Change your email address'))
    },
  },
  {
    name: 'changing the password',
    path: '/settings',
    async reach(page) {
      await button(page, 'Change password').click()
      await page.getByLabel('New password', { exact: true }).fill('x')
      await page.getByLabel('Confirm new password').fill('y')
    },
  },
  {
    name: 'billing within settings',
    path: '/settings',
    async reach(page) {
      await button(page, 'Upgrade Plan').click()
      await expectVisible(button(dialog(page, 'Billing'), 'Current Plan'))
    },
  },
  {
    name: 'key of an authenticator app',
    path: '/settings',
    async reach(page) {
      await button(region(page, 'Security'), 'Turn On').click()
      await dialog(page, 'Turn on two-step sign-in').getByLabel('Your password').fill(PASSWORD)
      await button(page, 'Continue').click()
      await expectVisible(page.getByRole('img', { name: 'QR code for an authenticator app' }))
    },
  },
  {
    name: 'recovery codes',
    path: '/settings',
    async reach(page) {
      const json = { recovery_codes: Array.from({ length: 10 }, (_, n) => `bcdf-2345-ghjk-678${n}`) }
      await page.route('**/api/settings/second-step/confirm', route => route.fulfill({ json }))
      await button(region(page, 'Security'), 'Turn On').click()
      await dialog(page, 'Turn on two-step sign-in').getByLabel('Your password').fill(PASSWORD)
      await button(page, 'Continue').click()
      await field(page, 'Code').fill('123456')
      await page.keyboard.press('Enter')
      await expectVisible(dialog(page, 'Recovery codes'))
    },
  },
  {
    name: 'deleting the account',
    path: '/settings',
    async reach(page) {
      await button(region(page, 'Delete Account'), 'Delete Account').click()
      const asked = dialog(page, 'Delete your account')
      await expectVisible(asked.getByText(/after 14 days/))
      await expectVisible(asked.getByLabel('Your password'))
    },
  },
  {
    name: 'backups and mail',
    path: '/settings',
    async reach(page) {
      await page.route('**/api/backups', route => route.fulfill({ json: backedUp }))
      await page.route('**/api/settings/mail', route => route.fulfill({ json: mail }))
      await page.reload()
      await expectVisible(button(region(page, 'Backups'), /^Restore…/))
      await expectVisible(page.getByRole('switch', { name: 'New sign-in' }))
    },
  },
  { name: 'billing', path: '/billing', reach: page => expectVisible(button(page, 'Current Plan')) },
  {
    name: 'back from paying',
    path: '/billing?checkout=canceled',
    reach: page => expectVisible(byText(page, 'Your plan has not changed.')),
  },
]
