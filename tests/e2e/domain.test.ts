import { testDns } from '@daymark/testing/outside'
import { takeDomain, TARGET } from '../support/domains.ts'
import { logo } from '../support/watermark.ts'
import { allRules, overflow } from './support/reach/axe.ts'
import { heading, link, list, shown } from './support/find.ts'
import { isPainted } from './support/look.ts'
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
  const { owner } = shared
  await owner.post('/api/subscription/update-tier', { tier: 'studio' })
  await stage.daymark.settle()
  const file = { name: 'logo.png', bytes: await logo('#8a2b5e', 640, 160), type: 'image/png' }
  await owner.upload('/api/settings/studio/logo', file)
  await owner.patch('/api/settings/studio', { name: 'Studio Berg', website: 'berg.example', accent: '#8a2b5e' })
  await stage.daymark.settle()
})
afterAll(() => dns.stop())

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

  it('rule 70 there is nothing else: the name alone shows a page that says so', async () => {
    const { page, guard } = await stage.open(null, '/', { host: HOST })
    guard.expect(/status of 404/)
    await shown(heading(page, 'No gallery here'))
    expect(await page.locator('body').innerText()).not.toMatch(/daymark|sign in/i)
    expect(await allRules(page)).toEqual([])
  })
})
