import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum, imageIds } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { button, dialog, field, expectHidden, heading, link, list, expectVisible } from '../support/find.ts'
import { scrollTop } from '../support/look.ts'
import { uploadTinySamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const COUNT = 120
const browser = setUpBrowser()
let owner: SignedInUser
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  await uploadTinySamples(browser.daymark, owner, COUNT)
})

describe('an album of many photos', () => {
  let album: http.Album
  beforeAll(async () => {
    album = await createAlbum(owner, 'Many')
    const ids = await imageIds(owner)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: ids })
    await browser.daymark.settle()
  })

  it('renders at most 60 photos at any scroll position, including those on screen', async () => {
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    const tiles = list(page, 'Photos in this album').getByRole('listitem')
    await expectVisible(tiles)
    const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
    for (let isOver = false; !isOver; isOver = await isAtEnd()) {
      const count = await tiles.count()
      expect(count).toBeGreaterThan(3)
      expect(count).toBeLessThanOrEqual(60)
      const before = await scrollTop(page.locator('body'))
      await page.mouse.move(640, 400)
      await page.mouse.wheel(0, 1500)
      // the browser scrolls asynchronously
      await pollUntil(async () => expect(await scrollTop(page.locator('body'))).toBeGreaterThan(before))
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    }
    expect(await scrollTop(page.locator('body'))).toBeGreaterThan(2000)
    await pollUntil(async () => expect(await tiles.last().getAttribute('aria-posinset')).toBe(String(COUNT)))
  })
})

describe('rule 53: the photo in view', () => {
  const tiles = 'main li[data-index]'
  /** The indices of the photos in the viewport. */
  const inView = (page: Page) =>
    page.evaluate(
      selector =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter(tile => {
            const { top, bottom } = tile.getBoundingClientRect()
            return bottom > 80 && top < innerHeight
          })
          .map(tile => Number(tile.dataset['index'])),
      tiles,
    )
  async function scrollDown(page: Page): Promise<number> {
    await expectVisible(page.locator(tiles))
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 3000)
    const isRemembered = () =>
      page.evaluate(() => scrollY > 1000 && Boolean((history.state as { place?: object }).place))
    await pollUntil(async () => expect(await isRemembered()).toBe(true))
    return (await inView(page))[0]!
  }
  const expectInViewAgain = (page: Page, index: number) =>
    pollUntil(async () => {
      const [first = -10] = await inView(page)
      expect(Math.abs(first - index)).toBeLessThanOrEqual(2)
    })

  it('is in view again after a reload, after Back, in a narrower window, and where the viewer was closed', async () => {
    const { page } = await browser.open(owner, '/photos?page=2')
    const index = await scrollDown(page)
    await page.reload()
    await expectInViewAgain(page, index)
    await link(page, 'Albums').click()
    await expectVisible(heading(page, 'Albums'))
    await pollUntil(async () => expect(await scrollTop(page.locator('body'))).toBe(0))
    await page.goBack()
    await expectInViewAgain(page, index)
    await page.setViewportSize({ width: 700, height: 900 })
    await pollUntil(async () => expect(await inView(page)).toContain(index))
    await page.setViewportSize({ width: 1280, height: 800 })
    await pollUntil(async () => expect(await inView(page)).toContain(index))
    await page.locator(`${tiles}[data-index="${index}"] button`).first().click()
    const viewer = dialog(page, 'Photo viewer')
    await expectVisible(viewer)
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
    await pollUntil(async () => expect(await inView(page)).toContain(index - 12))
    const focused = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('li')?.dataset['index'])
    await pollUntil(async () => expect(await focused()).toBe(String(index - 12)))
  })

  it('of a gallery is in view again after the password was entered', async () => {
    const album = await createAlbum(owner, 'Locked')
    const image_ids = await imageIds(owner)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids })
    await browser.daymark.settle()
    const { token } = await createLink(owner, { album_id: album.id, password: 'champagne' })
    const { page, guard } = await browser.open(null, `/share/${token}`, { device: 'phone' })
    guard.expect(/status of 401/, /status of 403/)
    const unlock = async () => {
      await field(page, 'Password').fill('champagne')
      await button(page, 'Open Gallery').click()
    }
    await unlock()
    const index = await scrollDown(page)
    await page.context().clearCookies()
    await page.reload()
    await unlock()
    await expectInViewAgain(page, index)
  })
})
