import sharp from 'sharp'
import { buffer } from 'node:stream/consumers'
import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { createAlbum } from '../../support/photos.ts'
import { SETTINGS } from '../../support/watermark.ts'
import { createFiles, removeFolders, chooseFiles } from '../support/files.ts'
import {
  button,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  navigation,
  picture,
  expectVisible,
} from '../support/find.ts'
import { tabTo } from '../support/input/keys.ts'
import { eventuallyVisible } from '../support/time.ts'
import { boxOf, isPainted } from '../support/look.ts'
import { recordRequests } from '../support/network.ts'
import { sampleJpeg, uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { swipe } from '../support/input/touch.ts'
import { pollUntil } from '@daymark/testing/outside'
import { watermarkHandle, openPosition, preview, slider, tab, whiteLogo, withLogo } from '../support/watermark.ts'

const browser = setUpBrowser()
afterAll(removeFolders)

const settingsOf = async (owner: { get: <T>(path: string) => Promise<{ body: T }> }) =>
  (await owner.get<http.WatermarkSettings>(SETTINGS)).body
const shape = (page: Page, name: 'Landscape' | 'Portrait') => page.getByRole('region', { name })
const place = async (page: Page, name: 'Landscape' | 'Portrait') =>
  Promise.all(['X', 'Y'].map(async axis => Number(await slider(shape(page, name), axis).inputValue())))
const isAt = (page: Page, name: 'Landscape' | 'Portrait', expected: number[]) =>
  pollUntil(async () => expect(await place(page, name)).toEqual(expected))
const center = async (thing: Locator) => {
  const { x, y, width, height } = await boxOf(thing)
  return { x: x + width / 2, y: y + height / 2 }
}

describe('the watermark page', () => {
  it('a typed name becomes a PNG with transparency', async () => {
    const owner = await browser.daymark.createUser()
    const { page } = await browser.open(owner, '/watermark')
    await field(page, 'Name').fill('Ansel & Edward')
    await page.getByRole('radio', { name: 'Classic' }).check({ force: true })
    await pollUntil(async () => expect(await isPainted(picture(page, 'Ansel & Edward, preview'))).toBe(true))
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PNG').click()])
    expect(download.suggestedFilename()).toBe('watermark.png')
    await button(page, 'Use as Watermark').click()
    await pollUntil(async () => expect(await isPainted(picture(page, 'Your watermark'))).toBe(true))
    const { previewUrl } = await settingsOf(owner)
    const { bytes } = await owner.get(previewUrl ?? '')
    const { format, hasAlpha, width } = await sharp(bytes).metadata()
    expect([format, hasAlpha, (width ?? 0) >= 500, bytes.length < 1024 ** 2]).toEqual(['png', true, true, true])
    const { channels } = await sharp(bytes).stats()
    // The image has letters and no margin.
    expect(channels.map(({ min, max }) => [min, max])[3]).toEqual([0, 255])
  })

  it('S-WM-11 any name is drawn as text in white letters at least 500 pixels wide', async () => {
    const { page } = await browser.open(await browser.daymark.createUser(), '/watermark')
    for (const name of ['A', 'Anna & Söhne <b>Foto</b>', 'Студия «Свет и тень», Санкт-Петербург']) {
      await field(page, 'Name').fill(name)
      await expectVisible(picture(page, `${name}, preview`))
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PNG').click()])
      const png = sharp(await buffer(await download.createReadStream()))
      const { width } = await png.metadata()
      expect(width).toBeGreaterThanOrEqual(500)
      expect(width).toBeLessThan(3000)
      const { channels } = await png.stats()
      expect(channels.map(({ max }) => max)).toEqual([255, 255, 255, 255])
      expect(channels[3]?.min).toBe(0)
    }
  })
})

describe('placing the watermark', () => {
  it('S-WM-04 S-WM-05 S-WM-10 is dragged on one shape within the picture, saved, and in the same place after a reload', async () => {
    const owner = await withLogo(browser.daymark)
    await uploadSamples(browser.daymark, owner, 3)
    const { page } = await browser.open(owner, '/watermark')
    await openPosition(page)
    for (const name of ['Landscape', 'Portrait'] as const)
      await pollUntil(async () => expect(await isPainted(preview(page, name))).toBe(true))
    const from = await center(watermarkHandle(page, 'Landscape'))
    const box = await boxOf(preview(page, 'Landscape'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 60, from.y - 30, { steps: 4 })
    // A fifth of the width is the logo; positions are percentages of the rest.
    const x = Math.round(50 + (60 / (box.width * 0.8)) * 100)
    await pollUntil(async () => expect(await place(page, 'Landscape')).toEqual([x, expect.any(Number)]))
    expect((await place(page, 'Landscape'))[1]).toBeLessThan(50)
    await page.mouse.move(5, 5, { steps: 4 })
    await isAt(page, 'Landscape', [0, 0])
    await page.mouse.up()
    await page.mouse.move(from.x, from.y)
    await isAt(page, 'Landscape', [0, 0])
    await isAt(page, 'Portrait', [50, 50])
    const toastShown = await eventuallyVisible(page, 'Watermark settings saved')
    await button(page, 'Save Settings').click()
    await toastShown()
    expect((await settingsOf(owner)).config).toMatchObject({
      landscapePosition: 'top-left',
      portraitPosition: 'center',
    })
    await page.reload()
    await openPosition(page)
    await isAt(page, 'Landscape', [0, 0])
    expect(await button(page, 'Save Settings').isDisabled()).toBe(true)
  })

  it('S-WM-04 S-WM-10 is dragged by touch on a phone, and the page does not scroll', async () => {
    const owner = await withLogo(browser.daymark)
    const { page } = await browser.open(owner, '/watermark', { device: 'phone' })
    await openPosition(page)
    await watermarkHandle(page, 'Landscape').scrollIntoViewIfNeeded()
    const from = await center(watermarkHandle(page, 'Landscape'))
    const before = await page.evaluate(() => window.scrollY)
    await swipe(page, from, { x: from.x + 300, y: from.y + 300 })
    await isAt(page, 'Landscape', [100, 100])
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    // A click instead of a tap: after a fling Chromium uses the first tap to stop it.
    await button(shape(page, 'Landscape'), 'Center').click()
    await isAt(page, 'Landscape', [50, 50])
  })

  it('S-WM-04 S-WM-05 all settings work with the keyboard alone', async () => {
    const owner = await withLogo(browser.daymark)
    const { page } = await browser.open(owner, '/watermark')
    await tab(page, 'Upload').focus()
    await page.keyboard.press('ArrowRight')
    await expectVisible(watermarkHandle(page, 'Portrait'))
    await tabTo(page, slider(page, 'Opacity'))
    await page.keyboard.press('ArrowRight')
    await tabTo(page, watermarkHandle(page, 'Portrait'))
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, button(page, 'Save Settings'))
    await page.keyboard.press('Enter')
    await pollUntil(async () =>
      expect((await settingsOf(owner)).config).toMatchObject({
        opacity: 0.4,
        portraitXPercent: 40,
        portraitYPercent: 51,
        landscapeXPercent: 50,
      }),
    )
  })

  it('S-WM-04 a test image never leaves the browser', async () => {
    const owner = await withLogo(browser.daymark)
    const { page } = await browser.open(owner, '/watermark')
    await openPosition(page)
    const requests = recordRequests(page, /^(POST|PUT|PATCH)/)
    await chooseFiles(page, button(page, 'Test Image'), createFiles({ 'test.jpg': await sampleJpeg(1, 300, 500) }))
    const shownFrom = (name: 'Landscape' | 'Portrait') => preview(page, name).locator('img').first().getAttribute('src')
    for (const name of ['Landscape', 'Portrait'] as const)
      await pollUntil(async () => expect(await shownFrom(name)).toMatch(/^blob:/))
    expect(requests).toEqual([])
    await button(page, 'Remove Test Image').click()
    await pollUntil(async () => expect(await preview(page, 'Portrait').locator('img[src^="blob:"]').count()).toBe(0))
  })

  it('S-WM-05 leaving with unsaved changes asks for confirmation: by a link, Back, closing the tab and Logout', async () => {
    const owner = await withLogo(browser.daymark)
    const { page } = await browser.open(owner, '/albums')
    await link(navigation(page, 'Main'), 'Watermark').click()
    await openPosition(page)
    await slider(page, 'Size').fill('40')
    const asked = dialog(page, 'Leave without saving?')
    await link(navigation(page, 'Main'), 'Photos').click()
    await expectVisible(asked)
    await page.keyboard.press('Escape')
    await expectHidden(asked)
    expect(await slider(page, 'Size').inputValue()).toBe('40')
    await page.goBack()
    await button(asked, 'Keep Editing').click()
    await expectHidden(asked)
    const [closing] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(closing.type()).toBe('beforeunload')
    await closing.dismiss()
    await button(page, 'Logout').click()
    await button(asked, 'Keep Editing').click()
    await expectHidden(asked)
    await page.goBack()
    await button(asked, 'Leave').click()
    await page.waitForURL('**/albums')
    await expectVisible(heading(page, 'Albums'))
    expect((await settingsOf(owner)).config.widthPercent).toBe(20)
    await link(navigation(page, 'Main'), 'Watermark').click()
    await openPosition(page)
    await slider(page, 'Size').fill('30')
    const toastShown = await eventuallyVisible(page, 'Watermark settings saved')
    await button(page, 'Save Settings').click()
    await toastShown()
    await link(navigation(page, 'Main'), 'Photos').click()
    await expectVisible(heading(page, 'Photos'))
  })
})

describe('the watermark of a share link', () => {
  it('rule 40 S-PANEL-09 is offered once a watermark exists, with a link to the watermark page before', async () => {
    const owner = await browser.daymark.createUser()
    const photos = await uploadSamples(browser.daymark, owner, 1)
    const album = await createAlbum(owner, 'Proofs', photos)
    await browser.daymark.settle()
    const { page } = await browser.open(owner, `/albums/${album.id}`)
    await button(page, 'New Link').click()
    await link(dialog(page, 'New share link'), 'Add a watermark first').click()
    await chooseFiles(page, button(page, 'Choose Image'), createFiles({ 'logo.png': await whiteLogo() }))
    await pollUntil(async () => expect(await tab(page, 'Position & Preview').isEnabled()).toBe(true))
    await page.goto(`/albums/${album.id}`)
    await button(page, 'New Link').click()
    await dialog(page, 'New share link').getByRole('switch', { name: 'Watermark' }).check()
    await button(page, 'Create Link').click()
    await expectHidden(dialog(page, 'New share link'))
    const [share] = (await owner.get<http.Share[]>(`/api/shares?album_id=${album.id}`)).body
    expect(share?.watermark).toBe(true)
  })
})
