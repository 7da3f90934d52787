import type { http } from '@daymark/contracts'
import { testDns, pollUntil } from '@daymark/testing/outside'
import type { Page } from 'playwright-core'
import { connectDomain, TARGET } from '../../support/domains.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import {
  button,
  checkbox,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  region,
  expectVisible,
  byText,
} from '../support/find.ts'
import { expandShareLinks } from '../support/input/forms.ts'
import { expectFocused } from '../support/input/keys.ts'
import { boxOf, isPainted, layoutShift } from '../support/look.ts'
import { axeViolations, horizontalOverflow } from '../support/reach/axe.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'

const HOST = 'photos.berg.localhost'
const dns = await testDns()
const browser = setUpBrowser(() => ({
  DAYMARK_PUBLIC_URL: `http://${TARGET}`,
  DAYMARK_DNS_SERVERS: dns.address,
}))
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 4 })
  const { owner, photos } = shared
  for (const [n, title] of ['Anna & Ben', 'Christening in the village church of Sankt Peter'].entries())
    await createLink(owner, { album_id: (await createAlbum(owner, title, photos.slice(n))).id })
  await createLink(owner, { album_id: (await createAlbum(owner, 'The Lindens', photos)).id, password: 'puffin' })
  await browser.daymark.settle()
})
afterAll(() => dns.stop())

const section = (page: Page) => region(page, 'Studio Page')
const orderOf = (page: Page) =>
  section(page).getByRole('listitem').locator('[class*=gallery-text] > :first-child').allInnerTexts()
async function dragBefore(page: Page, name: string, other: string) {
  const rowOf = (text: string) => section(page).getByRole('listitem').filter({ hasText: text })
  await rowOf(other).scrollIntoViewIfNeeded()
  await rowOf(name).scrollIntoViewIfNeeded()
  const [from, to] = [await boxOf(rowOf(name)), await boxOf(rowOf(other))]
  await page.mouse.move(from.x + 120, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 120, to.y + 8, { steps: 8 })
  await page.mouse.move(to.x + 121, to.y + 8)
  await page.mouse.up()
}
const isReachable = async (page: Page) => {
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
}

it('rule 156 rule 157 an owner turns the page on, chooses galleries, and orders them by mouse and keyboard', async () => {
  const { page } = await browser.open(shared.owner, '/settings#studio-page')
  const isOn = section(page).getByRole('switch', { name: 'Studio page' })
  await expectVisible(isOn)
  expect(await section(page).getByRole('textbox').count()).toBe(0)
  await isOn.click()
  await field(section(page), 'Title').fill('Berg Photography')
  await field(section(page), 'Introduction').fill('Weddings and families, by the sea.')
  await field(section(page), 'Readable address').fill('Berg Photo')
  await button(section(page), 'Save').click()
  await expectVisible(byText(section(page), /\/studio\/berg-photo$/))
  await button(section(page), 'Add Galleries').click()
  const adding = dialog(page, 'Add galleries')
  for (const name of [/^Iceland/, /^Anna & Ben/, /^The Lindens/]) await checkbox(adding, name).check()
  await isReachable(page)
  await button(adding, 'List 3 Galleries').click()
  await expectHidden(adding)
  await expectVisible(byText(section(page), 'Locked: visitors see only the title'))
  const [first, second, third] = ['The Lindens', 'Anna & Ben', 'Iceland'] as const
  await pollUntil(async () => expect(await orderOf(page)).toEqual([first, second, third]))
  const down = button(section(page), `Move ${first} down`)
  await down.press('Enter')
  await pollUntil(async () => expect(await orderOf(page)).toEqual([second, first, third]))
  // the focus stays on the moved item
  await expectFocused(down)
  await page.keyboard.press('Enter')
  await pollUntil(async () => expect(await orderOf(page)).toEqual([second, third, first]))
  await dragBefore(page, first, second)
  await pollUntil(async () => expect(await orderOf(page)).toEqual([first, second, third]))
  await isReachable(page)
  const kept = async () => (await shared.owner.get<http.StudioPageSettings>('/api/settings/studio-page')).body
  await pollUntil(async () => expect((await kept()).shares.map(({ title }) => title)).toEqual([first, second, third]))
})

it('rule 156 the link editor warns that a listed address is no longer secret', async () => {
  const { page } = await browser.open(shared.owner, `/albums/${shared.album.id}`)
  await expandShareLinks(page)
  await button(page, 'Edit').click()
  const editor = dialog(page, 'Edit share link')
  await expectVisible(byText(editor, /^Anyone who visits the studio page can open this gallery/))
  await isReachable(page)
  await editor.getByRole('switch', { name: 'List on my studio page' }).uncheck()
  await button(editor, 'Save Link').click()
  await expectHidden(editor)
  const { body } = await shared.owner.get<http.Share[]>('/api/shares')
  expect(body.filter(({ listed }) => listed).map(share => share.album_title)).not.toContain('Iceland')
  await shared.owner.patch(`/api/shares/${shared.link.id}`, { listed: true })
})

describe('a visitor', () => {
  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('rule 158 rule 159 sees the galleries on a %s, %s, and opens one', async (device, scheme) => {
    const { page } = await browser.open(null, '/studio/berg-photo', { device, scheme })
    await expectVisible(heading(page, 'Berg Photography'))
    await pollUntil(async () => expect(await page.title()).toBe('Berg Photography · Daymark'))
    const iceland = link(page, /^Iceland/)
    await pollUntil(async () => expect(await isPainted(iceland)).toBe(true))
    const locked = link(page, 'The Lindens Private gallery')
    expect(await locked.locator('img').count()).toBe(0)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await isReachable(page)
    await iceland.click()
    await expectVisible(heading(page, 'Iceland'))
    await page.goBack()
    await expectVisible(heading(page, 'Berg Photography'))
  })

  it('rule 160 finds them at the root of the studio’s domain, and a page without galleries elsewhere', async () => {
    await connectDomain(shared.owner, dns, HOST)
    const { page, guard } = await browser.open(null, '/', { host: HOST })
    guard.expect(/status of 401/)
    await expectVisible(heading(page, 'Berg Photography'))
    await pollUntil(async () => expect(await isPainted(link(page, /^Iceland/))).toBe(true))
    await link(page, /^The Lindens/).click()
    await expectVisible(heading(page, 'Private Gallery'))
    await shared.owner.patch('/api/settings/studio-page', { share_ids: [] })
    await page.goto('/')
    await expectVisible(byText(page, 'No galleries yet.'))
    expect(await list(page, 'Galleries').count()).toBe(0)
    const other = await browser.open(null, '/studio/unknown-page')
    other.guard.expect(/status of 404/)
    await expectVisible(heading(other.page, 'No galleries here'))
  })
})
