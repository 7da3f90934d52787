import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { albumOf, imageIds } from '../../support/photos.ts'
import { newLink } from '../../support/shared-gallery.ts'
import { button, dialog, field, gone, heading, link, list, shown } from '../support/find.ts'
import { scrollTop } from '../support/look.ts'
import { uploadMany } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const COUNT = 260
const stage = setStage()
let owner: Member
beforeAll(async () => {
  owner = await stage.daymark.user()
  await uploadMany(stage.daymark, owner, COUNT)
})

describe('an album of many photos', () => {
  let album: http.Album
  beforeAll(async () => {
    album = await albumOf(owner, 'Many')
    const ids = await imageIds(owner)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: ids.slice(0, 190) })
    await stage.daymark.settle()
  })

  it('keeps at most 60 photos in the document wherever it is scrolled to, and those on screen are there', async () => {
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    const tiles = list(page, 'Photos in this album').getByRole('listitem')
    await shown(tiles)
    const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
    for (let isOver = false; !isOver; isOver = await isAtEnd()) {
      const count = await tiles.count()
      expect(count).toBeGreaterThan(3)
      expect(count).toBeLessThanOrEqual(60)
      const before = await scrollTop(page.locator('body'))
      await page.mouse.move(640, 400)
      await page.mouse.wheel(0, 1500)
      // the browser scrolls when it comes to it
      await pollUntil(async () => expect(await scrollTop(page.locator('body'))).toBeGreaterThan(before))
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    }
    expect(await scrollTop(page.locator('body'))).toBeGreaterThan(2000)
    await pollUntil(async () => expect(await tiles.last().getAttribute('aria-posinset')).toBe('190'))
  })
})

describe('rule 53: the photo in view', () => {
  const tiles = 'main li[data-index]'
  /** The indices of the photos in the window. */
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
    await shown(page.locator(tiles))
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 3000)
    const isRemembered = () =>
      page.evaluate(() => scrollY > 1000 && Boolean((history.state as { place?: object }).place))
    await pollUntil(async () => expect(await isRemembered()).toBe(true))
    return (await inView(page))[0]!
  }
  const comesBack = (page: Page, index: number) =>
    pollUntil(async () => {
      const [first = -10] = await inView(page)
      expect(Math.abs(first - index)).toBeLessThanOrEqual(2)
    })

  it('is there again after a reload, on the way back, in a narrower window, and where the viewer ended', async () => {
    const { page } = await stage.open(owner, '/photos?page=2')
    const index = await scrollDown(page)
    await page.reload()
    await comesBack(page, index)
    await link(page, 'Albums').click()
    await shown(heading(page, 'Albums'))
    await pollUntil(async () => expect(await scrollTop(page.locator('body'))).toBe(0))
    await page.goBack()
    await comesBack(page, index)
    await page.setViewportSize({ width: 700, height: 900 })
    await pollUntil(async () => expect(await inView(page)).toContain(index))
    await page.setViewportSize({ width: 1280, height: 800 })
    await pollUntil(async () => expect(await inView(page)).toContain(index))
    await page.locator(`${tiles}[data-index="${index}"] button`).first().click()
    const viewer = dialog(page, 'Photo viewer')
    await shown(viewer)
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await gone(viewer)
    await pollUntil(async () => expect(await inView(page)).toContain(index - 12))
    const focused = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('li')?.dataset['index'])
    await pollUntil(async () => expect(await focused()).toBe(String(index - 12)))
  })

  it('of a gallery is there again after its password was asked for', async () => {
    const album = await albumOf(owner, 'Locked')
    const image_ids = (await imageIds(owner)).slice(0, 190)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids })
    await stage.daymark.settle()
    const { token } = await newLink(owner, { album_id: album.id, password: 'champagne' })
    const { page, guard } = await stage.open(null, `/share/${token}`, { device: 'phone' })
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
    await comesBack(page, index)
  })
})
