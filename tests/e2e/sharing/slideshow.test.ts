import type { Locator, Page } from 'playwright-core'
import { pauseClock } from '../support/time.ts'
import { button, dialog, expectHidden, expectVisible, byText } from '../support/find.ts'
import { holdRequests } from '../support/network.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { type OpenOptions, setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 3 })
})

async function openPhoto(n: number, options?: OpenOptions) {
  const { page } = await browser.open(null, '/login', options)
  await page.clock.install()
  await page.goto(`${shared.path}?photo=${shared.photos[n - 1]?.id}`)
  const viewer = dialog(page, 'Photo viewer')
  await expectVisible(byText(viewer, `#${n} of 3`))
  await pauseClock(page)
  return { page, viewer }
}
/** Advances the clock until this photo is visible. */
const turnsTo = (page: Page, viewer: Locator, n: number) =>
  pollUntil(async () => {
    await page.clock.fastForward(1000)
    expect(await byText(viewer, `#${n} of 3`).count()).toBe(1)
  })
/** Advances the clock and expects no change. */
async function staysAt(page: Page, viewer: Locator, n: number) {
  for (let second = 0; second < 12; second++) await page.clock.fastForward(1000)
  expect(await byText(viewer, `#${n} of 3`).count()).toBe(1)
}
const opacity = (thing: Locator) => thing.evaluate(one => getComputedStyle(one).opacity)

describe('the slideshow of a gallery', () => {
  it('moves on and wraps, and starts and pauses by key and by button', async () => {
    const { page, viewer } = await openPhoto(2)
    await page.keyboard.press('p')
    await expectVisible(button(viewer, 'Pause slideshow'))
    await turnsTo(page, viewer, 3)
    await turnsTo(page, viewer, 1)
    await button(viewer, 'Pause slideshow').click()
    await staysAt(page, viewer, 1)
    await button(viewer, 'Play slideshow').click()
    await turnsTo(page, viewer, 2)
    await page.keyboard.press('P')
    await staysAt(page, viewer, 2)
  })

  it('ends with any input; Escape ends it and leaves the photo open', async () => {
    const { page, viewer } = await openPhoto(1)
    const ends: [() => Promise<unknown>, at: number][] = [
      [() => page.keyboard.press('ArrowRight'), 2],
      [() => page.mouse.click(640, 400), 2],
      [() => page.mouse.wheel(0, 20), 2],
      [() => page.keyboard.press('Escape'), 2],
    ]
    for (const [end, at] of ends) {
      await button(viewer, 'Play slideshow').click()
      await expectVisible(button(viewer, 'Pause slideshow'))
      await end()
      await expectVisible(button(viewer, 'Play slideshow'))
      await staysAt(page, viewer, at)
    }
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
  })

  it('waits for a photo that has not arrived', async () => {
    const { page } = await browser.open(null, '/login')
    await page.clock.install()
    const stem = shared.photos[1]?.filename.replace(/\.[^.]*$/, '')
    const release = await holdRequests(page, { url: new RegExp(`/media/share/lg/${stem}`) })
    await page.goto(`${shared.path}?photo=${shared.photos[0]?.id}`)
    const viewer = dialog(page, 'Photo viewer')
    await button(viewer, 'Play slideshow').click()
    await staysAt(page, viewer, 1)
    release()
    await turnsTo(page, viewer, 2)
  })

  it('hides the bars until the pointer moves, and fades only without reduced motion', async () => {
    const { page, viewer } = await openPhoto(1)
    await button(viewer, 'Play slideshow').click()
    await page.mouse.move(600, 400)
    await page.clock.fastForward(3000)
    await pollUntil(async () => expect(await opacity(viewer.locator('header'))).toBe('0'))
    await page.mouse.move(620, 400)
    await pollUntil(async () => expect(await opacity(viewer.locator('header'))).toBe('1'))
    const fade = () =>
      viewer
        .getByRole('img', { name: 'First light' })
        .evaluate(image => getComputedStyle(image.parentElement?.parentElement ?? image).transitionDuration)
    expect(await fade()).toBe('0s')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await fade()).toBe('0.8s')
  })

  it('on a phone the bar is hidden while it plays, and a tap ends it and shows the bar', async () => {
    const { page, viewer } = await openPhoto(1, { device: 'phone' })
    await button(viewer, 'Play slideshow').tap()
    await pollUntil(async () => expect(await opacity(viewer.locator('header'))).toBe('0'))
    await turnsTo(page, viewer, 2)
    await page.touchscreen.tap(195, 420)
    await pollUntil(async () => expect(await opacity(viewer.locator('header'))).toBe('1'))
    await expectVisible(button(viewer, 'Play slideshow'))
    await staysAt(page, viewer, 2)
  })
})
