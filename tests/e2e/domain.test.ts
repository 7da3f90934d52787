import type { http } from '@daymark/contracts'
import { testDns } from '@daymark/testing/outside'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { takeDomain, TARGET } from '../support/domains.ts'
import { allRules, overflow } from './support/reach/axe.ts'
import { button, field, gone, heading, link, list, picture, region, shown, words } from './support/find.ts'
import { coming } from './support/lasting.ts'
import { colourOf, isPainted } from './support/look.ts'
import { sharedAlbum, type SharedAlbum } from './support/shared-album.ts'
import { setStage } from './support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const HOST = 'photos.berg.localhost'
const dns = await testDns()
const stage = setStage(() => ({
  DAYMARK_PUBLIC_URL: `http://${TARGET}`,
  DAYMARK_SHARING_DNS_SERVERS: dns.address,
}))
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 5 })
  await shared.owner.post('/api/subscription/update-tier', { tier: 'studio' })
  await stage.daymark.settle()
})
afterAll(() => dns.stop())

/** White letters on nothing, as studios have them. */
const logo = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="160"><rect x="8" y="8" width="624" height="144" rx="72" fill="#8a2b5e"/><text x="320" y="104" font-family="serif" font-size="72" text-anchor="middle" fill="#fff">Berg</text></svg>',
    ),
  )
    .png()
    .toBuffer()

/** The name server is of this process, which may stand still for longer than one is waited for: then it is asked again. */
const check = (section: Locator, finding: string | RegExp) =>
  pollUntil(async () => {
    await button(section, 'Check Now').click()
    await gone(button(section, 'Checking…'))
    expect(await words(section, finding).count()).toBeGreaterThan(0)
  })

describe('Settings', () => {
  it('rule 70 a domain is typed, proved and taken, as the page says step by step', async () => {
    dns.set(TARGET, { A: ['203.0.113.7'] })
    const { page, guard } = await stage.open(shared.owner, '/settings#domain')
    guard.expect(/status of 400/)
    const section = region(page, 'Domain')
    await field(section, 'Your domain').fill('https://photos.berg.example')
    await button(section, 'Add Domain').click()
    await shown(words(section, /without https/))
    await field(section, 'Your domain').fill('photos.berg.example')
    await button(section, 'Add Domain').click()
    await shown(words(section, 'Pending'))
    await check(section, /There is no TXT record/)
    expect(await overflow(page)).toBe(0)
    expect(await allRules(page)).toEqual([])
    const { domain } = (await shared.owner.get<http.DomainSettings>('/api/settings/domain')).body
    for (const { type, name, value } of domain?.records ?? []) {
      await shown(words(section, value))
      dns.set(name, type === 'CNAME' ? { CNAME: value } : { TXT: [value] })
    }
    await check(section, 'Verified')
    expect(await words(section, 'Found').count()).toBe(2)
    page.once('dialog', dialog => void dialog.accept())
    await button(section, 'Remove').click()
    await shown(field(section, 'Your domain'))
  })

  it('rule 71 a studio is given its name, colour and logo', async () => {
    const { page } = await stage.open(shared.owner, '/settings#studio', { device: 'phone', scheme: 'dark' })
    const section = region(page, 'Studio')
    await section.locator('input[type=file]').setInputFiles({
      ...{ name: 'logo.png', mimeType: 'image/png', buffer: await logo() },
    })
    await shown(picture(section, 'Your studio’s logo'))
    await field(section, 'Studio name').fill('Studio Berg')
    await field(section, 'Website (optional)').fill('berg.example')
    await section.getByLabel('Colour').fill('#ffd400')
    await shown(words(section, /hard to read/))
    await section.getByLabel('Colour').fill('#8a2b5e')
    const said = await coming(page, 'Saved. Your galleries show it now.')
    await button(section, 'Save').click()
    await said()
    expect(await overflow(page)).toBe(0)
    expect(await allRules(page)).toEqual([])
  })
})

describe('a gallery on a studio’s domain', () => {
  beforeAll(async () => {
    await takeDomain(shared.owner, dns, HOST)
  })

  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'rule 70 rule 71 is the studio’s on a %s, %s: photos, logo and colour, and no Daymark',
    async (device, scheme) => {
      const { page } = await stage.open(null, shared.path, { host: HOST, device, scheme })
      await shown(heading(page, 'Iceland'))
      const mark = link(page, 'Studio Berg').last()
      for (const picture of [list(page, 'Photos').getByRole('listitem').first(), mark])
        await pollUntil(async () => expect(await isPainted(picture)).toBe(true))
      expect(await mark.getAttribute('href')).toBe('https://berg.example/')
      await pollUntil(async () => expect(await page.title()).toBe('Iceland · Studio Berg'))
      expect(await page.locator('body').innerText()).not.toMatch(/daymark/i)
      expect(await link(page, 'Privacy').getAttribute('href')).toBe(`http://${TARGET}/privacy`)
      expect(await overflow(page)).toBe(0)
      expect(await allRules(page)).toEqual([])
    },
  )

  it('rule 71 a password screen has the studio’s logo and colour', async () => {
    const { token } = (
      await shared.owner.post<http.Share>('/api/shares', { album_id: shared.album.id, password: 'puffin' })
    ).body
    const { page, guard } = await stage.open(null, `/share/${token}`, { host: HOST })
    guard.expect(/status of 401/)
    await shown(picture(page, 'Studio Berg'))
    await page.getByLabel('Password', { exact: true }).fill('puffin')
    expect(await colourOf(button(page, 'Open Gallery'), 'background-color')).toEqual({ red: 138, green: 43, blue: 94 })
    expect(await allRules(page)).toEqual([])
    await button(page, 'Open Gallery').click()
    await shown(heading(page, 'Iceland'))
  })

  it('rule 70 there is nothing else: the name alone shows a page that says so', async () => {
    const { page, guard } = await stage.open(null, '/', { host: HOST })
    guard.expect(/status of 404/)
    await shown(heading(page, 'No gallery here'))
    expect(await page.locator('body').innerText()).not.toMatch(/daymark|sign in/i)
    expect(await allRules(page)).toEqual([])
  })
})
