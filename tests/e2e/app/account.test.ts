import type { http } from '@daymark/contracts'
import { Mailbox, type Received } from '@daymark/testing/mailbox'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { problemsOf } from '../support/reach/accessibility.ts'
import { alertNote, button, choice, dialog, field, gone, heading, link, region, shown, words } from '../support/find.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { signIn } from '../support/input/forms.ts'
import { coming } from '../support/lasting.ts'
import { drawing } from '../support/photos.ts'
import type { Screen } from '../support/screens/screen.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose, openUploader } from '../support/uploader.ts'

let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
afterAll(() => mailbox.goAway())
afterAll(removeFolders)
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
  await Promise.all([
    page.waitForResponse('**/api/settings/profile'),
    choice(profile, 'Time zone').selectOption('Asia/Tokyo'),
  ])
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
  const told = await coming(page, 'All other sessions were signed out.')
  await button(sessions, 'Sign out others').click()
  await told()
  await other.page.reload()
  await pollUntil(() => expect(new URL(other.page.url()).pathname).toBe('/login'))
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

it('S-ADM-12 an upload that meets maintenance waits, says why, and goes on by itself when it is over', async () => {
  const [owner, admin] = [await stage.daymark.user(), await stage.daymark.admin()]
  const maintain = (on: boolean) => admin.post('/api/admin/maintenance', { on, message: on ? 'Back at ten.' : null })
  const total = async () => (await owner.get<http.ImageList>('/api/images')).body.total
  const { page, guard } = await stage.open(owner, '/')
  guard.expect(/status of 503/)
  const uploader = await openUploader(page)
  await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'one.jpg': await drawing(1) }))
  expect((await maintain(true)).status).toBe(200)
  try {
    await pollUntil(async () => expect((await owner.post('/api/albums', { title: 'x' })).status).toBe(503))
    await button(uploader, 'Upload All').click()
    await shown(words(uploader, 'Back at ten. Uploads continue automatically.'))
    // what is there can be looked at meanwhile
    expect(await total()).toBe(0)
  } finally {
    expect((await maintain(false)).status).toBe(200)
  }
  await pollUntil(async () => expect(await total()).toBe(1))
  await gone(uploader)
})

it('S-ADM-03 an open dashboard says who hangs and shows the rest, and all of it when that is over', async () => {
  const boss = await stage.daymark.user({ role: 'super_admin' })
  const { page } = await stage.open(boss, '/admin')
  const note = page.getByRole('status').filter({ hasText: 'library does not answer.' })
  const images = async () => (await region(page, 'Images').innerText()).replace(/\s+/g, ' ')
  await pollUntil(async () => expect(await images()).toMatch(/Images \d/))
  const release = await stage.daymark.db('library').hold('LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE')
  try {
    // the page looks again every half minute
    await pollUntil(async () => expect(await images()).toMatch(/^Images –/))
    await pollUntil(async () => {
      expect(await note.count()).toBeGreaterThan(0)
      expect(await region(page, 'Users').first().innerText()).toMatch(/\d/)
      expect(await region(page, 'Database').innerText()).toMatch(/Healthy\s+connected/)
    })
  } finally {
    await release()
  }
  await pollUntil(async () => expect(await images()).toMatch(/Images \d/))
  await pollUntil(async () => expect(await note.count()).toBe(0))
})

it('L-MKT-13 L-PRIV-05 an account is deleted in Settings, and kept at the next sign-in', async () => {
  const person = await stage.daymark.user({ displayName: 'Leaving' })
  const { page, guard } = await stage.open(person, '/settings#leaving')
  await button(section(page, 'Delete Account'), 'Delete Account').click()
  const asked = dialog(page, 'Delete your account')
  await shown(words(asked, /after 14 days/))
  await asked.getByLabel('Your password').fill(person.password)
  guard.expect(/status of (401|403)/)
  await button(asked, 'Delete Account').click()
  await shown(words(page, /^Your account is deleted on .* Sign in before to keep it\.$/))
  await mailbox.take(person.email, 'is about to be deleted')
  await field(page, 'Email or username').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await button(page, 'Sign In').click()
  await shown(heading(page, /^Your account is to be deleted on /))
  await button(page, 'Keep my account').click()
  await shown(heading(page, 'Welcome to Your Photo Gallery!'))
  await mailbox.take(person.email, 'account stays')
})
