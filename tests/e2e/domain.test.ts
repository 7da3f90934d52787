import { testDns, pollUntil } from '@daymark/testing/outside'
import { connectDomain, TARGET } from '../support/domains.ts'
import { logo } from '../support/watermark.ts'
import { axeViolations, horizontalOverflow } from './support/reach/axe.ts'
import { heading, link, list, expectVisible } from './support/find.ts'
import { isPainted } from './support/look.ts'
import { sharedAlbum, type SharedAlbum } from './support/shared-album.ts'
import { setUpBrowser } from './support/browser.ts'

const HOST = 'photos.berg.localhost'
const dns = await testDns()
const browser = setUpBrowser(() => ({
  DAYMARK_PUBLIC_URL: `http://${TARGET}`,
  DAYMARK_DNS_SERVERS: dns.address,
}))
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 5 })
  const { owner } = shared
  await owner.post('/api/subscription/update-tier', { tier: 'studio' })
  await browser.daymark.settle()
  const file = { name: 'logo.png', bytes: await logo('#8a2b5e', 640, 160), type: 'image/png' }
  await owner.upload('/api/settings/studio/logo', file)
  await owner.patch('/api/settings/studio', { name: 'Studio Berg', website: 'berg.example', accent: '#8a2b5e' })
  await browser.daymark.settle()
})
afterAll(() => dns.stop())

describe('a gallery on a studio’s domain', () => {
  beforeAll(async () => {
    await connectDomain(shared.owner, dns, HOST)
  })

  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'rule 70 rule 71 shows the studio’s logo and color and never Daymark, on a %s, %s',
    async (device, scheme) => {
      const { page } = await browser.open(null, shared.path, { host: HOST, device, scheme })
      await expectVisible(heading(page, 'Iceland'))
      const mark = link(page, 'Studio Berg').last()
      for (const picture of [list(page, 'Photos').getByRole('listitem').first(), mark])
        await pollUntil(async () => expect(await isPainted(picture)).toBe(true))
      expect(await mark.getAttribute('href')).toBe('https://berg.example/')
      await pollUntil(async () => expect(await page.title()).toBe('Iceland · Studio Berg'))
      expect(await page.locator('body').innerText()).not.toMatch(/daymark/i)
      expect(await link(page, 'Privacy').getAttribute('href')).toBe(`http://${TARGET}/privacy`)
      expect(await horizontalOverflow(page)).toBe(0)
      expect(await axeViolations(page)).toEqual([])
    },
  )

  it('rule 70 the bare domain shows a page without a gallery and without Daymark', async () => {
    const { page, guard } = await browser.open(null, '/', { host: HOST })
    guard.expect(/status of 404/)
    await expectVisible(heading(page, 'No gallery here'))
    expect(await page.locator('body').innerText()).not.toMatch(/daymark|sign in/i)
    expect(await axeViolations(page)).toEqual([])
  })
})
