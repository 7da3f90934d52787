import type { Page } from 'playwright-core'
import { withFixtures, pollUntil } from '@daymark/testing/outside'
import type { SignedInUser } from '../../support/accounts.ts'
import { button, checkbox, comboBox, dialog, expectHidden, heading, expectVisible, byText } from '../support/find.ts'
import { tileNames } from '../support/grid.ts'
import { fileName, uploadFixtures } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'

const [CANON, NIKON, PLAIN] = ['jpeg/Canon_EOS_450D.jpg', 'jpeg/Nikon_D90.jpg', 'jpeg/el_torcal_rocks.jpeg'] as const
const names = (...paths: string[]) => paths.map(fileName)

const browser = setUpBrowser()
const filters = (page: Page) => dialog(page, 'Filters')
const shows = (page: Page, expected: string[]) => pollUntil(async () => expect(await tileNames(page)).toEqual(expected))

withFixtures('finding real photos', () => {
  let owner: SignedInUser
  beforeAll(async () => {
    owner = await browser.daymark.createUser()
    await uploadFixtures(browser.daymark, owner, [CANON, NIKON, PLAIN])
  })

  it('the filter panel works with the keyboard alone', async () => {
    const { page } = await browser.open(owner, '/')
    await shows(page, names(PLAIN, NIKON, CANON))
    await button(page, 'Filters').focus()
    await page.keyboard.press('Enter')
    await expectVisible(comboBox(filters(page), 'Camera'))
    await page.keyboard.press('Tab')
    const inside = () => filters(page).evaluate(panel => panel.contains(document.activeElement))
    expect(await inside()).toBe(true)
    await checkbox(filters(page), 'Favorites only').focus()
    await page.keyboard.press('Space')
    await expectVisible(heading(page, 'No photos match these filters'))
    expect(await inside()).toBe(true)
    for (let n = 0; n < 2; n++) await page.keyboard.press('Tab')
    await expectHidden(filters(page))
    await button(page, 'Clear Filters').press('Enter')
    await shows(page, names(PLAIN, NIKON, CANON))
  })

  it('L-PHOTO-05 on a phone the filters open as a sheet', async () => {
    const { page } = await browser.open(owner, '/', { device: 'phone' })
    await button(page, 'Filters').tap()
    await comboBox(filters(page), 'Lens').selectOption({ index: 1 })
    await button(filters(page), 'Show Photos').tap()
    await expectHidden(filters(page))
    await expectVisible(byText(page, 'Showing 1-1 of 1 photos'))
    await button(page, 'Clear Filters').tap()
    await expectVisible(byText(page, 'Showing 1-3 of 3 photos'))
  })
})
