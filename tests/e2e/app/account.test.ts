import { Mailbox, type Received } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { problemsOf } from '../support/reach/accessibility.ts'
import { alertNote, button, choice, dialog, field, heading, link, region, shown, words } from '../support/find.ts'
import { signIn } from '../support/input/forms.ts'
import type { Screen } from '../support/screens/screen.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
afterAll(() => mailbox.goAway())
const stage = setStage(() => mailbox.env)
let member: Member
beforeAll(async () => void (member = await stage.daymark.user({ displayName: 'Ansel' })))

const NEW = 'a newly chosen password'
const pathOf = ({ links: [address = ''] }: Received): string => {
  const { pathname, hash } = new URL(address)
  return pathname + hash
}
const section = (page: Page, name: string) => region(page, name)
async function typeTwice(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
}

it('L-LOGIN-05 who forgot the password gets a link by mail, chooses another one and signs in with it', async () => {
  const person = await stage.daymark.user()
  const { page, guard } = await stage.open(null, '/login')
  await link(page, 'Forgot password?').click()
  await shown(heading(page, 'Forgot your password?'))
  await field(page, 'Email or username').fill(person.email)
  await button(page, 'Send Link').click()
  await shown(heading(page, 'Look into your mailbox'))
  const mail = await mailbox.take(person.email, 'Choose a new')
  await page.goto(pathOf(mail))
  await typeTwice(page, NEW)
  expect(page.url()).not.toContain('#')
  await button(page, 'Save Password').click()
  await shown(heading(page, 'Your password was changed'))
  await link(page, 'Back to the sign-in').click()
  await signIn(page, { email: person.email, password: NEW })
  guard.expect(/status of 410/)
  await page.goto(pathOf(mail))
  await typeTwice(page, 'one more password')
  await button(page, 'Save Password').click()
  await shown(alertNote(page).filter({ hasText: 'This link was used already' }))
})

it('S-SET-01 name, dates and email address are changed in Settings', async () => {
  const { page } = await stage.open(member, '/settings', { timezoneId: 'Europe/London' })
  const profile = section(page, 'Profile')
  await field(profile, 'Display name').fill('Ansel Adams')
  await button(profile, 'Save').click()
  await shown(words(page.getByRole('banner'), 'Ansel Adams'))
  await choice(profile, 'Time zone').selectOption('Asia/Tokyo')
  await choice(profile, 'Language of dates').selectOption('de-DE')
  await shown(words(profile, /^Now: \d\d\.\d\d\.\d{4}/))
  await page.reload()
  await shown(words(profile, /^Now: \d\d\.\d\d\.\d{4}/))
  expect(await choice(profile, 'Time zone').inputValue()).toBe('Asia/Tokyo')
  const email = `new-${member.email}`
  await button(profile, 'Change email').click()
  await field(dialog(page, 'Change your email address'), 'New email address').fill(email)
  await dialog(page, 'Change your email address').getByLabel('Current password').fill(member.password)
  await button(page, 'Send Link').click()
  await shown(words(profile, `${email} waits for the link that was sent there.`))
  await page.goto(pathOf(await mailbox.take(email, 'Confirm')))
  await button(page, 'Confirm This Address').click()
  await shown(heading(page, 'Your email address was changed'))
  await page.goto('/settings')
  await shown(words(profile, email))
})

it("S-SET-01 'Sign out others' ends them within moments, and this one stays", async () => {
  const person = await stage.daymark.user()
  const { page } = await stage.open(null, '/login')
  await signIn(page, person)
  const other = await stage.open(person, '/')
  other.guard.expect(/status of 401/)
  await page.goto('/settings')
  const sessions = section(page, 'Sessions')
  await shown(words(sessions, 'This device'))
  await shown(words(sessions, /^Chrome on Linux/))
  await button(sessions, 'Sign out others').click()
  await shown(page.getByRole('status').filter({ hasText: 'All other sessions were signed out.' }))
  await other.page.reload()
  await until(() => expect(new URL(other.page.url()).pathname).toBe('/login'))
  await page.reload()
  await shown(words(sessions, /^In use now/))
})

const screens: Screen[] = [
  { name: 'settings', path: '/settings', reach: page => shown(page.getByRole('switch', { name: 'New sign-in' })) },
  {
    name: 'changing the email',
    path: '/settings',
    async reach(page) {
      await button(page, 'Change email').click()
      await shown(dialog(page, 'Change your email address'))
    },
  },
  {
    name: 'changing the password',
    path: '/settings',
    async reach(page) {
      await button(page, 'Change password').click()
      await typeTwice(page, 'x')
    },
  },
]
const openScreens: Screen[] = [
  { name: 'sign-in with a way out', path: '/login', reach: page => shown(link(page, 'Forgot password?')) },
  { name: 'forgot password', path: '/mail/forgot-password', reach: page => shown(button(page, 'Send Link')) },
  { name: 'reset password', path: '/mail/reset-password#x', reach: page => shown(button(page, 'Save Password')) },
  { name: 'welcome', path: '/mail/welcome#x', reach: page => shown(button(page, 'Save Password')) },
  { name: 'unsubscribe', path: '/mail/unsubscribe#x', reach: page => shown(button(page, 'Turn Off')) },
]
it.each(['desktop', 'phone'] as const)('on a %s nothing stands in the way', async device => {
  const found: string[] = []
  for (const [who, list] of [
    [member, screens],
    [null, openScreens],
  ] as const) {
    const { page } = await stage.open(who, '/privacy', { device })
    for (const screen of list) found.push(...(await problemsOf(page, screen, device === 'phone')))
  }
  expect(found).toEqual([])
})
