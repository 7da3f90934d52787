import type { Locator, Page } from 'playwright-core'
import { button, dialog, expectHidden, heading, list, expectVisible, byText } from '../support/find.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { swipe } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark)
})

async function visit(path = shared.path, options: Parameters<typeof browser.open>[2] = {}) {
  const opened = await browser.open(null, path, options)
  await expectVisible(heading(opened.page, 'Iceland'))
  return opened
}
async function open(page: Page, label: string): Promise<Locator> {
  await button(list(page, 'Photos'), `Open ${label}`).click()
  const viewer = dialog(page, 'Photo viewer')
  await expectVisible(viewer)
  return viewer
}
const isAt = (viewer: Locator, n: number) => expectVisible(byText(viewer, `#${n} of 4`))

describe('the viewer of the public gallery', () => {
  it('the address names the open photo, and Back closes the viewer', async () => {
    const { page } = await visit()
    const viewer = await open(page, 'Noon')
    await pollUntil(() => expect(page.url()).toContain(`photo=${shared.photos[1]?.id}`))
    const url = page.url()
    await page.goBack()
    await expectHidden(viewer)
    await page.goto(url)
    await isAt(dialog(page, 'Photo viewer'), 2)
    await button(page, 'Close').click()
    await expectHidden(viewer)
    await expectVisible(heading(page, 'Iceland'))
  })
})

describe('on a phone', () => {
  it('S-PUB-13 S-PUB-08 L-VAL-15 swipes move through a carousel that wraps; a short move changes nothing', async () => {
    const { page } = await visit(shared.path, { device: 'phone' })
    const viewer = await open(page, 'First light')
    expect(await button(viewer, 'Gallery').count()).toBe(0)
    await swipe(page, { x: 300, y: 400 }, { x: 90, y: 410 })
    await isAt(viewer, 2)
    await swipe(page, { x: 200, y: 400 }, { x: 160, y: 400 })
    await isAt(viewer, 2)
    await swipe(page, { x: 90, y: 400 }, { x: 300, y: 400 })
    await isAt(viewer, 1)
    await swipe(page, { x: 90, y: 400 }, { x: 300, y: 400 })
    await isAt(viewer, 4)
    await swipe(page, { x: 300, y: 400 }, { x: 90, y: 400 })
    await isAt(viewer, 1)
    await page.goBack()
    await expectHidden(viewer)
  })
})
