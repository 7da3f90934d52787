import type { Locator, Page } from 'playwright-core'
import { pauseClock } from '../support/clock.ts'
import { button, dialog, gone, shown, words } from '../support/find.ts'
import { hold } from '../support/network.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { type Look, setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 3 })
})

async function openPhoto(n: number, look?: Look) {
  const { page } = await stage.open(null, '/login', look)
  await page.clock.install()
  await page.goto(`${shared.path}?photo=${shared.photos[n - 1]?.id}`)
  const viewer = dialog(page, 'Photo viewer')
  await shown(words(viewer, `#${n} of 3`))
  await pauseClock(page)
  return { page, viewer }
}
/** Time passes until this photo is there; no more of it than is needed. */
const turnsTo = (page: Page, viewer: Locator, n: number) =>
  pollUntil(async () => {
    await page.clock.fastForward(1000)
    expect(await words(viewer, `#${n} of 3`).count()).toBe(1)
  })
/** However much time passes. */
async function staysAt(page: Page, viewer: Locator, n: number) {
  for (let second = 0; second < 12; second++) await page.clock.fastForward(1000)
  expect(await words(viewer, `#${n} of 3`).count()).toBe(1)
}
const opacity = (thing: Locator) => thing.evaluate(one => getComputedStyle(one).opacity)

describe('the slideshow of a gallery', () => {
  it('turns the pages and wraps, begins and pauses by key and by button', async () => {
    const { page, viewer } = await openPhoto(2)
    await page.keyboard.press('p')
    await shown(button(viewer, 'Pause slideshow'))
    await turnsTo(page, viewer, 3)
    await turnsTo(page, viewer, 1)
    await button(viewer, 'Pause slideshow').click()
    await staysAt(page, viewer, 1)
    await button(viewer, 'Play slideshow').click()
    await turnsTo(page, viewer, 2)
    await page.keyboard.press('P')
    await staysAt(page, viewer, 2)
  })

  it('ends with whatever somebody does; Escape ends it and leaves the photo open', async () => {
    const { page, viewer } = await openPhoto(1)
    const ends: [() => Promise<unknown>, at: number][] = [
      [() => page.keyboard.press('ArrowRight'), 2],
      [() => page.mouse.click(640, 400), 2],
      [() => page.mouse.wheel(0, 20), 2],
      [() => page.keyboard.press('Escape'), 2],
    ]
    for (const [end, at] of ends) {
      await button(viewer, 'Play slideshow').click()
      await shown(button(viewer, 'Pause slideshow'))
      await end()
      await shown(button(viewer, 'Play slideshow'))
      await staysAt(page, viewer, at)
    }
    await page.keyboard.press('Escape')
    await gone(viewer)
  })

  it('waits for a photo that has not arrived', async () => {
    const { page } = await stage.open(null, '/login')
    await page.clock.install()
    const stem = shared.photos[1]?.filename.replace(/\.[^.]*$/, '')
    const letGo = await hold(page, { url: new RegExp(`/media/share/lg/${stem}`) })
    await page.goto(`${shared.path}?photo=${shared.photos[0]?.id}`)
    const viewer = dialog(page, 'Photo viewer')
    await button(viewer, 'Play slideshow').click()
    await staysAt(page, viewer, 1)
    letGo()
    await turnsTo(page, viewer, 2)
  })

  it('leaves nothing but the photo until the pointer moves, and fades only where motion is welcome', async () => {
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

  it('on a phone the bar goes while it plays, and a tap ends it and brings the bar back', async () => {
    const { page, viewer } = await openPhoto(1, { device: 'phone' })
    await button(viewer, 'Play slideshow').tap()
    await pollUntil(async () => expect(await opacity(viewer.locator('header'))).toBe('0'))
    await turnsTo(page, viewer, 2)
    await page.touchscreen.tap(195, 420)
    await pollUntil(async () => expect(await opacity(viewer.locator('header'))).toBe('1'))
    await shown(button(viewer, 'Play slideshow'))
    await staysAt(page, viewer, 2)
  })
})
