import type { Member } from '../../support/people.ts'
import { button, checkbox, gone, shown, status, toolbar, words } from '../support/find.ts'
import { focused } from '../support/input/keys.ts'
import { colourOf, scrollTop } from '../support/look.ts'
import { hold } from '../support/network.ts'
import { select, tile } from '../support/grid.ts'
import { uploadDrawings } from '../support/photos.ts'
import { says } from '../support/input/says.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
beforeAll(async () => {
  owner = await stage.daymark.user()
  await uploadDrawings(stage.daymark, owner, 3)
})

/** Somebody with a few photos of their own, for tests that change things. */
async function newOwner(count: number) {
  const member = await stage.daymark.user()
  return { member, photos: await uploadDrawings(stage.daymark, member, count) }
}

describe('selecting', () => {
  it('L-GRID-07 by keyboard: Space, Shift with Space for a range, Ctrl+A for all; Escape leaves on the same photo', async () => {
    const { member } = await newOwner(6)
    const { page } = await stage.open(member, '/')
    await button(page, 'Select Images').click()
    const bar = toolbar(page, 'Selected photos')
    await checkbox(page, 'Select Dune 5.jpg').focus()
    await page.keyboard.press('Space')
    await checkbox(page, 'Select Dune 2.jpg').focus()
    await page.keyboard.press('Shift+Space')
    await shown(words(bar, '4 selected'))
    expect(await checkbox(page, 'Select Dune 6.jpg').isChecked()).toBe(false)
    // this key is listened for by what is loaded after everything that is seen
    await pollUntil(async () => {
      await page.keyboard.press('Control+a')
      expect(await words(bar, '6 selected').count()).toBe(1)
    })
    await page.keyboard.press('Escape')
    await gone(bar)
    await focused(tile(page, 'Dune 2.jpg'))
  })

  it('L-GRID-07 Shift with a press selects everything in between', async () => {
    const { page } = await stage.open(owner, '/')
    await select(page, 'Dune 3.jpg')
    await checkbox(page, 'Select Dune 1.jpg').click({ modifiers: ['Shift'] })
    await shown(words(toolbar(page, 'Selected photos'), '3 selected'))
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })

  it('the primary button keeps its color while a filter loads', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 3.jpg'))
    const color = () => colourOf(button(page, 'Upload Photos'), 'background-color')
    const before = await color()
    const release = await hold(page, { url: '**/api/images?*' })
    await button(page, 'Sort by: Upload date, Newest first').click()
    await page.getByRole('menuitemradio', { name: 'Title' }).click()
    await shown(status(page, 'Loading photos'))
    expect([await color(), await button(page, 'Select Images').isEnabled()]).toEqual([before, true])
    release()
    await shown(tile(page, 'Dune 3.jpg'))
  })

  it('L-PHOTO-11 a reload after a bulk delete keeps the place on the page', async () => {
    const { member } = await newOwner(16)
    const { page } = await stage.open(member, '/')
    await shown(tile(page, 'Dune 16.jpg'))
    await button(page, 'Large view').click()
    await button(page, 'Select Images').click()
    const last = checkbox(page, 'Select Dune 8.jpg')
    await last.scrollIntoViewIfNeeded()
    await last.check()
    const before = await scrollTop(page.locator('body'))
    expect(before).toBeGreaterThan(300)
    await Promise.all([says(page), button(page, 'Delete Selected').click()])
    await shown(words(page, 'Showing 1-15 of 15 photos'))
    expect(await scrollTop(page.locator('body'))).toBeGreaterThan(before - 150)
  })
})
