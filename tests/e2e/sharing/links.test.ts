import type { http } from '@daymark/contracts'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { expandShareLinks } from '../support/input/forms.ts'
import { button, field, heading, expectVisible, byText } from '../support/find.ts'
import { eventuallyVisible } from '../support/time.ts'
import { boxOf } from '../support/look.ts'
import { uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let owner: SignedInUser
let photos: http.Image[]
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  photos = await uploadSamples(browser.daymark, owner, 1)
})

async function openAlbum(
  options: { links?: object[]; look?: Parameters<typeof browser.open>[2]; title?: string } = {},
) {
  const { links = [], look = {}, title = 'Iceland' } = options
  const album = await createAlbum(owner, title, photos)
  await browser.daymark.settle()
  const created: http.Share[] = []
  for (const one of links) created.push(await createLink(owner, { album_id: album.id, ...one }))
  const opened = await browser.open(owner, `/albums/${album.id}`, { timezoneId: 'Europe/Berlin', ...look })
  await expectVisible(heading(opened.page, 'Share Links'))
  if (links.length) await expandShareLinks(opened.page)
  return { ...opened, album, links: created }
}

describe('the share links panel', () => {
  it('S-PANEL-06 Copy Link works without the clipboard of the browser', async () => {
    const { page, links } = await openAlbum({ links: [{}] })
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    const toastShown = await eventuallyVisible(page, 'Link copied!')
    await button(page, 'Copy Link').click()
    await toastShown()
    await button(page, 'Edit Info').click()
    await field(page, 'Description').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await pollUntil(async () => expect(await field(page, 'Description').inputValue()).toBe(links[0]?.url))
  })

  it('S-PANEL-06 on a phone the link goes to the share sheet; it is copied if the sheet fails, and not if the sheet is closed', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const album = await createAlbum(owner, 'Sent on', photos)
    const created = await createLink(owner, { album_id: album.id })
    const { page, guard, context } = await browser.open(owner, '/albums', { device: 'phone', permissions })
    guard.expect(/Sharing failed/)
    // replaces the share sheet of the system
    await context.addInitScript(() => {
      const sheet = { given: [] as ShareData[], outcome: '' }
      const share = (data: ShareData) => {
        sheet.given.push(data)
        return sheet.outcome ? Promise.reject(new DOMException('no', sheet.outcome)) : Promise.resolve()
      }
      Object.assign(navigator, { share })
      Object.assign(window, { sheet })
    })
    const sheet = () => page.evaluate(() => (window as unknown as { sheet: { given: ShareData[] } }).sheet.given)
    const next = (outcome: string) =>
      page.evaluate(name => void ((window as unknown as { sheet: { outcome: string } }).sheet.outcome = name), outcome)
    await page.goto(`/albums/${album.id}`)
    await byText(page, 'Share Links').tap()
    await button(page, 'Share').tap()
    await pollUntil(async () => expect(await sheet()).toEqual([{ title: 'Sent on', url: created.url }]))
    await next('AbortError')
    await button(page, 'Share').tap()
    await pollUntil(async () => expect(await sheet()).toHaveLength(2))
    expect(await byText(page, 'Link copied!').count()).toBe(0)
    await next('DataError')
    const toastShown = await eventuallyVisible(page, 'Link copied!')
    await button(page, 'Share').tap()
    await toastShown()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(created.url)
  })

  it('on a phone the buttons of a revoked link are in one line', async () => {
    const album = await createAlbum(owner, 'Revoked', photos)
    const link = await createLink(owner, { album_id: album.id })
    await owner.post(`/api/shares/${link.id}/revoke`)
    const { page } = await browser.open(owner, `/albums/${album.id}`, { device: 'phone', width: 320 })
    await byText(page, 'Share Links').tap()
    // the layout may still change between two measurements
    await pollUntil(async () => {
      const middles = ['Reinstate', 'Edit', 'Delete'].map(async name => {
        const { y, height } = await boxOf(button(page, name))
        return Math.round(y + height / 2)
      })
      expect(new Set(await Promise.all(middles)).size).toBe(1)
    })
  })
})
