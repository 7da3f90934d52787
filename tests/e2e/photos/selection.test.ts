import type { SignedInUser } from '../../support/accounts.ts'
import { button, checkbox, expectHidden, expectVisible, status, toolbar, byText } from '../support/find.ts'
import { expectFocused } from '../support/input/keys.ts'
import { colorOf, scrollTop } from '../support/look.ts'
import { holdRequests } from '../support/network.ts'
import { selectPhotos, tile } from '../support/grid.ts'
import { uploadSamples } from '../support/photos.ts'
import { answerNativeDialog } from '../support/input/forms.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let owner: SignedInUser
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  await uploadSamples(browser.daymark, owner, 3)
})

/** An owner with some photos, for tests that change them. */
async function newOwner(count: number) {
  const user = await browser.daymark.createUser()
  return { user, photos: await uploadSamples(browser.daymark, user, count) }
}

describe('selecting', () => {
  it('L-GRID-07 by keyboard: Space, Shift with Space for a range, Ctrl+A for all; Escape leaves on the same photo', async () => {
    const { user } = await newOwner(6)
    const { page } = await browser.open(user, '/')
    await button(page, 'Select Images').click()
    const bar = toolbar(page, 'Selected photos')
    await checkbox(page, 'Select Dune 5.jpg').focus()
    await page.keyboard.press('Space')
    await checkbox(page, 'Select Dune 2.jpg').focus()
    await page.keyboard.press('Shift+Space')
    await expectVisible(byText(bar, '4 selected'))
    expect(await checkbox(page, 'Select Dune 6.jpg').isChecked()).toBe(false)
    // the key handler is loaded after the visible page
    await pollUntil(async () => {
      await page.keyboard.press('Control+a')
      expect(await byText(bar, '6 selected').count()).toBe(1)
    })
    await page.keyboard.press('Escape')
    await expectHidden(bar)
    await expectFocused(tile(page, 'Dune 2.jpg'))
  })

  it('L-GRID-07 a click with Shift selects the range and no text', async () => {
    const { page } = await browser.open(owner, '/')
    await selectPhotos(page, 'Dune 3.jpg')
    await checkbox(page, 'Select Dune 1.jpg').click({ modifiers: ['Shift'] })
    await expectVisible(byText(toolbar(page, 'Selected photos'), '3 selected'))
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })

  it('the primary button keeps its color while a filter loads', async () => {
    const { page } = await browser.open(owner, '/')
    await expectVisible(tile(page, 'Dune 3.jpg'))
    const color = () => colorOf(button(page, 'Upload Photos'), 'background-color')
    const before = await color()
    const release = await holdRequests(page, { url: '**/api/images?*' })
    await button(page, 'Sort by: Upload date, Newest first').click()
    await page.getByRole('menuitemradio', { name: 'Title' }).click()
    await expectVisible(status(page, 'Loading photos'))
    expect([await color(), await button(page, 'Select Images').isEnabled()]).toEqual([before, true])
    release()
    await expectVisible(tile(page, 'Dune 3.jpg'))
  })

  it('L-PHOTO-11 reading the list again after a bulk delete keeps the scroll position', async () => {
    const { user } = await newOwner(16)
    const { page } = await browser.open(user, '/')
    await expectVisible(tile(page, 'Dune 16.jpg'))
    await button(page, 'Large view').click()
    await button(page, 'Select Images').click()
    const last = checkbox(page, 'Select Dune 8.jpg')
    await last.scrollIntoViewIfNeeded()
    await last.check()
    const before = await scrollTop(page.locator('body'))
    expect(before).toBeGreaterThan(300)
    await Promise.all([answerNativeDialog(page), button(page, 'Delete Selected').click()])
    await expectVisible(byText(page, 'Showing 1-15 of 15 photos'))
    expect(await scrollTop(page.locator('body'))).toBeGreaterThan(before - 150)
  })
})
