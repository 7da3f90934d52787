import { withFixtures, pollUntil } from '@daymark/testing/outside'
import type { Locator, Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { button, dialog, region, expectVisible, byText } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { fileName, uploadFixtures } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'

const phone = 'webp/iphone-gps.webp'
const studio = 'jpeg/Canon_EOS_7D.jpg'
const rocks = 'jpeg/el_torcal_rocks.jpeg'
const bare = 'jpeg/no-exif.jpg'

async function openPanel(page: Page, path: string): Promise<{ viewer: Locator; panel: Locator }> {
  await tile(page, fileName(path)).click()
  const viewer = dialog(page, 'Photo viewer')
  await button(viewer, 'Show EXIF').click()
  const panel = region(viewer, 'EXIF')
  await expectVisible(panel)
  return { viewer, panel }
}

withFixtures('the EXIF panel', () => {
  const browser = setUpBrowser()
  let owner: SignedInUser
  beforeAll(async () => {
    owner = await browser.daymark.createUser()
    await uploadFixtures(browser.daymark, owner, [phone, studio, rocks, bare])
  })

  it('L-LB-13 is moved by dragging and with the arrow keys, but never out of the viewer', async () => {
    const { page } = await browser.open(owner, '/')
    const { viewer, panel } = await openPanel(page, studio)
    const handle = button(panel, 'Move EXIF panel')
    const grip = await boxOf(handle)
    const before = await boxOf(panel)
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
    await page.mouse.down()
    await page.mouse.move(grip.x - 120, grip.y + 60, { steps: 5 })
    await page.mouse.up()
    // only after the last step
    await pollUntil(async () => {
      const dragged = await boxOf(panel)
      expect(dragged.x).toBeCloseTo(before.x - grip.width / 2 - 120, 0)
      expect(dragged.y).toBeCloseTo(before.y - grip.height / 2 + 60, 0)
    })
    const after = await boxOf(panel)
    await page.mouse.move(10, 400)
    expect(await boxOf(panel)).toEqual(after)

    await handle.focus()
    await page.keyboard.press('ArrowRight')
    expect((await boxOf(panel)).x).toBeGreaterThan(after.x)
    await expectVisible(viewer.getByText(/^3 of 4/))
    for (let n = 0; n < 60; n++) await page.keyboard.press('ArrowLeft')
    const [left, frame] = [await boxOf(panel), await boxOf(viewer)]
    expect(left.x).toBeGreaterThanOrEqual(frame.x)
    expect(left.x).toBeLessThan(frame.x + 40)
  })

  it('L-LB-13 stays inside the viewer when the window shrinks or its content grows', async () => {
    const { page } = await browser.open(owner, '/')
    const { viewer, panel } = await openPanel(page, bare)
    await button(panel, 'Move EXIF panel').focus()
    for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowDown')
    for (let n = 0; n < 10; n++) await page.keyboard.press('ArrowRight')
    await page.setViewportSize({ width: 900, height: 500 })
    const isInside = async () => {
      const [box, frame] = [await boxOf(panel), await boxOf(viewer)]
      expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
      expect(box.y).toBeGreaterThanOrEqual(frame.y)
    }
    await pollUntil(isInside)
    await button(viewer, 'Next photo').click()
    await pollUntil(async () => expect(await byText(panel, 'No EXIF data available for this image.').count()).toBe(0))
    await pollUntil(isInside)
  })
})
