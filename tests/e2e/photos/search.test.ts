import type { Page } from 'playwright-core'
import { withFixtures } from '@daymark/testing/outside'
import type { Member } from '../../support/people.ts'
import { button, checkbox, choice, dialog, gone, heading, shown, words } from '../support/find.ts'
import { tileNames } from '../support/grid.ts'
import { focused, isFocused } from '../support/input/keys.ts'
import { nameOf, uploadFixtures } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const [CANON, NIKON, PLAIN] = ['jpeg/Canon_EOS_450D.jpg', 'jpeg/Nikon_D90.jpg', 'jpeg/el_torcal_rocks.jpeg'] as const
const names = (...paths: string[]) => paths.map(nameOf)

const stage = setStage()
const filters = (page: Page) => dialog(page, 'Filters')
const query = (page: Page) => new URL(page.url()).search
const shows = (page: Page, expected: string[]) => pollUntil(async () => expect(await tileNames(page)).toEqual(expected))

withFixtures('finding real photos', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await stage.daymark.user()
    await uploadFixtures(stage.daymark, owner, [CANON, NIKON, PLAIN])
  })

  it('L-PHOTO-05 by words, camera, dates and order; the address leads back to it', async () => {
    const { page } = await stage.open(owner, '/')
    await shows(page, names(PLAIN, NIKON, CANON))
    // the field, and what listens for this key, are loaded after the photos
    await pollUntil(async () => {
      await page.keyboard.press('/')
      expect(await isFocused(page.getByRole('searchbox'))).toBe(true)
    })
    await page.keyboard.type('nikon d90')
    // half of it, if its writer paused there, finds the same photo
    await pollUntil(() => expect(query(page)).toBe('?q=nikon+d90'))
    await shows(page, names(NIKON))
    await page.keyboard.press('Escape')
    await shows(page, names(PLAIN, NIKON, CANON))

    await button(page, 'Filters').click()
    await choice(filters(page), 'Camera').selectOption('Canon EOS 450D')
    await shows(page, names(CANON))
    await choice(filters(page), 'Camera').selectOption('')
    await choice(filters(page), 'Date').selectOption({ label: 'April 2011 (1)' })
    await shows(page, names(NIKON))
    await filters(page).getByLabel('From').fill('2008-01-01')
    await shows(page, names(NIKON, CANON))
    await page.keyboard.press('Escape')
    await gone(filters(page))
    await focused(button(page, 'Filters 1 active'))

    await button(page, 'Sort by: Upload date, Newest first').click()
    await page.getByRole('menuitemradio', { name: 'Name' }).click()
    await shows(page, names(CANON, NIKON))
    await page.reload()
    await shows(page, names(CANON, NIKON))
    await page.goBack()
    await shows(page, names(NIKON, CANON))
    await page.goForward()
    await shows(page, names(CANON, NIKON))
    await button(page, /^Remove filter: /).click()
    await shows(page, names(CANON, PLAIN, NIKON))
    expect(query(page)).toBe('?sort=filename')
  })

  it('the panel of filters is used with the keyboard alone', async () => {
    const { page } = await stage.open(owner, '/')
    await shows(page, names(PLAIN, NIKON, CANON))
    await button(page, 'Filters').focus()
    await page.keyboard.press('Enter')
    await shown(choice(filters(page), 'Camera'))
    await page.keyboard.press('Tab')
    const inside = () => filters(page).evaluate(panel => panel.contains(document.activeElement))
    expect(await inside()).toBe(true)
    await checkbox(filters(page), 'Favorites only').focus()
    await page.keyboard.press('Space')
    await shown(heading(page, 'No photos match these filters'))
    expect(await inside()).toBe(true)
    for (let n = 0; n < 2; n++) await page.keyboard.press('Tab')
    await gone(filters(page))
    await button(page, 'Clear Filters').press('Enter')
    await shows(page, names(PLAIN, NIKON, CANON))
  })

  it('L-PHOTO-05 on a phone filters are a sheet', async () => {
    const { page } = await stage.open(owner, '/', { device: 'phone' })
    await button(page, 'Filters').tap()
    await choice(filters(page), 'Lens').selectOption({ index: 1 })
    await button(filters(page), 'Show Photos').tap()
    await gone(filters(page))
    await shown(words(page, 'Showing 1-1 of 1 photos'))
    await button(page, 'Clear Filters').tap()
    await shown(words(page, 'Showing 1-3 of 3 photos'))
  })
})
