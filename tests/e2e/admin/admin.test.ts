import type { Page } from 'playwright-core'
import { type Member, PASSWORD } from '../../support/people.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import {
  button,
  choice,
  dialog,
  field,
  gone,
  heading,
  link,
  navigation,
  region,
  shown,
  words,
} from '../support/find.ts'
import { removeFolders } from '../support/files.ts'
import { signIn } from '../support/input/forms.ts'
import { says } from '../support/input/says.ts'
import { coming } from '../support/lasting.ts'
import { openListening } from '../support/listening.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const DENIED = 'Access Denied - This page is only accessible to super administrators.'

const stage = setStage()
afterAll(removeFolders)
let boss: Member
beforeAll(async () => {
  boss = await stage.daymark.user({ role: 'super_admin', displayName: 'Berenice' })
})

const open = (path: string, look: Parameters<typeof stage.open>[2] = {}) => stage.open(boss, path, look)
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name })

describe('who may see it', () => {
  it('S-ADM-01 S-ADA-11 neither a user nor an admin, by link or address', async () => {
    for (const role of ['user', 'admin'] as const) {
      const { page } = await stage.open(await stage.daymark.user({ role }), '/admin/users')
      await shown(words(page, DENIED))
      expect(await link(navigation(page, 'Main'), 'Admin').count()).toBe(0)
      expect(await page.getByRole('tab').count()).toBe(0)
    }
  })

  it('S-ADM-01 S-ADM-02 a super administrator by the link, which has room on a tablet held upright', async () => {
    const { page } = await open('/tags', { width: 769 })
    await shown(button(page, 'Theme'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(769)
    await link(navigation(page, 'Main'), 'Admin').click()
    await shown(heading(page, 'Admin'))
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Users', 'Activity', 'System'])
  })

  it('S-ADM-01 on a phone from the menu', async () => {
    const { page } = await open('/tags', { device: 'phone' })
    await button(page, 'More').tap()
    await link(dialog(page, 'More'), 'Admin').tap()
    await shown(heading(page, 'Admin'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('S-ADM-02 the tabs are walked by keyboard, and the address goes along', async () => {
    const { page } = await open('/admin')
    await tab(page, 'Overview').focus()
    for (const [name, path] of [
      ['Users', '/admin/users'],
      ['Activity', '/admin/activity'],
      ['System', '/admin/system'],
    ] as const) {
      await page.keyboard.press('ArrowRight')
      await page.waitForURL(`**${path}`)
      await shown(page.getByRole('tab', { name, selected: true }))
    }
    await page.goBack()
    await shown(page.getByRole('tab', { name: 'Activity', selected: true }))
  })
})

describe('what is there', () => {
  it('S-ADM-03 S-ADM-07 S-ADM-11 S-ADM-12 figures, activity, and how everything runs', async () => {
    const { owner, album } = await sharedAlbum(stage.daymark, { count: 1 })
    const { page } = await open('/admin')
    await pollUntil(async () => expect(await region(page, 'Images').innerText()).toMatch(/Images\s+[1-9]/))
    await shown(region(page, 'Disk').getByRole('meter'))
    expect(await region(page, 'Disk').innerText()).toMatch(/Healthy|Caution|Warning/)
    await pollUntil(async () => expect(await region(page, 'Database').innerText()).toMatch(/Healthy\s+connected/))
    for (const name of ['Uptime', 'Storage', 'Memory']) await shown(region(page, name))

    await tab(page, 'Activity').click()
    await shown(row(page, album.title).filter({ hasText: 'Share created' }))
    await shown(row(page, 'Image uploaded').filter({ has: page.locator(`a[href="/admin/users/${owner.id}"]`) }))

    await tab(page, 'System').click()
    const services = region(page, 'Services')
    await pollUntil(async () => expect(await services.getByText('Ready', { exact: true }).count()).toBeGreaterThan(6))
    await shown(words(region(page, 'Dead letters'), 'Nothing was given up.'))
    expect(await region(page, 'Configuration').innerText()).not.toContain(PASSWORD)
  })
})

describe('accounts', () => {
  const email = () => `made-${crypto.randomUUID()}@daymark.test`

  it('S-ADM-04 S-ADM-05 S-ADM-10 S-ADM-13 one is made with a password that signs in, and found', async () => {
    const { page } = await open('/admin/users', { permissions: ['clipboard-read', 'clipboard-write'] })
    const form = region(page, 'Create User')
    const address = email()
    await field(form, 'Email').fill(address)
    await button(form, 'Generate').click()
    await pollUntil(async () =>
      expect(await form.getByLabel('Password', { exact: true }).inputValue()).toMatch(/.{10,}/),
    )
    await choice(form, 'Subscription tier').selectOption({ label: 'Studio (2 TB)' })
    await button(form, 'Create User').click()
    const made = region(page, 'User Created')
    const copies = await coming(page, 'Copied')
    await button(made, 'Copy').click()
    await copies()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const password = /^Email: (.*)\nPassword: (.*)$/.exec(copied)
    expect(password?.[1]).toBe(address)
    await button(made, 'Done').click()
    await pollUntil(async () => expect(await field(region(page, 'Create User'), 'Email').inputValue()).toBe(''))
    await page.getByRole('searchbox', { name: 'Search users' }).fill(address)
    await shown(row(page, address).filter({ hasText: 'Studio' }))
    await pollUntil(async () => expect(await row(page, /@/).count()).toBe(1))
    const visitor = await stage.open(null, '/login')
    await signIn(visitor.page, { email: address, password: password?.[2] ?? '' })
  })

  it('S-ADM-08 an address that is taken is said in an alert', async () => {
    const { page, guard } = await open('/admin/users')
    guard.expect(/status of 409/, /Creating a user failed/)
    const form = region(page, 'Create User')
    await field(form, 'Email').fill(boss.email)
    await form.getByLabel('Password', { exact: true }).fill('long enough it is')
    const said = says(page)
    await button(form, 'Create User').click()
    expect(await said).toMatch(/already/i)
  })

  it('S-ADM-06 a password is reset from the list; the temporary one asks for another', async () => {
    const member = await stage.daymark.user()
    const { page } = await open(`/admin/users?search=${encodeURIComponent(member.email)}`)
    await button(page, `Reset password of ${member.email}`).click()
    await button(dialog(page, 'Reset Password'), 'Reset Password').click()
    const shownOnce = dialog(page, 'Password Reset')
    const password = await shownOnce.locator('code').nth(1).innerText()
    await button(shownOnce, 'Done').click()
    await gone(shownOnce)
    const visitor = await stage.open(null, '/login')
    await field(visitor.page, 'Email or username').fill(member.email)
    await visitor.page.getByLabel('Password', { exact: true }).fill(password)
    await button(visitor.page, 'Sign In').click()
    await shown(heading(visitor.page, 'Choose your own password'))
  })

  it('S-ADM-04 one is suspended, reactivated and deleted with grace, which the audit log tells', async () => {
    const member = await stage.daymark.user({ displayName: 'Tina Modotti' })
    const { page } = await open(`/admin/users/${member.id}`)
    await button(region(page, 'Access'), 'Suspend').click()
    await field(dialog(page, 'Suspend'), 'Reason (optional)').fill('unpaid')
    await button(dialog(page, 'Suspend'), 'Suspend').click()
    await shown(words(page, 'Suspended: unpaid'))
    await pollUntil(async () => expect((await member.get('/api/albums')).status).toBe(401))
    await button(page, 'Reactivate').click()
    await shown(button(page, 'Suspend'))
    await button(page, 'Delete Account').click()
    await field(dialog(page, 'Delete Account'), `Type ${member.email} to confirm`).fill(member.email)
    await button(dialog(page, 'Delete Account'), 'Delete Account').click()
    await shown(button(page, 'Keep Account'))
    // the log learns of it from those who did it
    await stage.daymark.settle()
    await link(page, 'Audit Log').click()
    await shown(row(page, `${boss.email} scheduled the deletion of ${member.email}`))
    await shown(row(page, `${boss.email} suspended ${member.email}`).filter({ hasText: 'unpaid' }))
    await button(page, 'Check').click()
    await shown(words(page, /^The log is whole: [\d,]+ entries$/))
  })

  it('S-ADM-04 plan and limit are changed, and seen by whose they are', async () => {
    const member = await stage.daymark.user({ tier: 'starter' })
    const { page } = await open(`/admin/users/${member.id}`)
    const plan = region(page, 'Plan')
    await choice(plan, 'Tier').selectOption('Advanced')
    await button(plan, 'Change Plan').click()
    await shown(words(plan, 'Advanced, Active'))
    await pollUntil(async () =>
      expect((await member.get('/api/subscription')).body).toMatchObject({
        tier: 'advanced',
        storage: { limitFormatted: '1.5 TB' },
      }),
    )
  })
})

describe('what everybody is told', () => {
  it('S-ADM-12 an announcement stands above the pages of others, and goes with its removal', async () => {
    const member = await stage.daymark.user()
    const reader = await openListening(stage, member, '/tags')
    const { page } = await open('/admin/system')
    const text = `We move house ${crypto.randomUUID()}.`
    const card = region(page, 'Announcements')
    await field(card, 'New announcement').fill(text)
    await button(card, 'Announce').click()
    await shown(words(region(reader.page, 'Notices'), text))
    const asked = says(page)
    await button(card, `Remove: ${text}`).click()
    expect(await asked).toBe('Remove this announcement?')
    await gone(words(reader.page, text))
  })
})
