import type { Locator, Page } from 'playwright-core'
import { createTag } from '../../support/photos.ts'
import { createFiles, removeFolders, chooseFiles } from '../support/files.ts'
import { button, dialog, expectHidden, menuItem, expectVisible } from '../support/find.ts'
import { expectFocused } from '../support/input/keys.ts'
import { tile } from '../support/grid.ts'
import { uploadSamples } from '../support/photos.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 3 })
  await uploadSamples(browser.daymark, shared.owner, 1)
  await createTag(shared.owner, 'sea')
})

const holdsFocus = (thing: Locator) =>
  thing.evaluate(element => element !== document.activeElement && element.contains(document.activeElement))

/** An opener and the dialog that it opens. */
type Opening = {
  path?: string
  title: string | RegExp
  opener: (page: Page) => Locator
  before?: (page: Page) => Promise<void>
  /** The menu item to choose, if the opener is a menu. */
  choice?: (page: Page) => Locator
}
const albumPath = () => `/albums/${shared.album.id}`

const openings: Record<string, Opening> = {
  uploader: { title: 'Upload Photos', opener: page => button(page, 'Upload Photos') },
  lightbox: { title: 'Photo viewer', opener: page => tile(page, 'Noon') },
  'keys of the lightbox': {
    title: 'Keyboard shortcuts',
    opener: page => button(page, 'Keyboard shortcuts'),
    before: page => tile(page, 'Noon').click(),
  },
  'delete album': {
    path: 'album',
    title: /^Delete “/,
    opener: page => button(page, 'More actions'),
    choice: page => menuItem(page, 'Delete Album'),
  },
  'public viewer': {
    path: 'gallery',
    title: 'Photo viewer',
    opener: page => button(page, 'Open Noon'),
  },
}

async function walk(page: Page, box: Locator, key: 'Tab' | 'Shift+Tab') {
  const stops = await box.locator('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled').count()
  for (let n = 0; n <= stops + 1; n++) {
    await page.keyboard.press(key)
    expect(await holdsFocus(box)).toBe(true)
  }
}

/** The dialog takes the focus after it was rendered. */
const menuIsReady = (page: Page) => pollUntil(async () => expect(await holdsFocus(page.getByRole('menu'))).toBe(true))

describe('the focus', () => {
  it.each(Object.keys(openings))(
    'moves into the dialog, stays there with Tab, and returns to the opener: %s',
    async name => {
      const { path, title, opener, before, choice } = openings[name]!
      const address = path === 'album' ? albumPath() : path === 'gallery' ? shared.path : '/'
      const { page } = await browser.open(path === 'gallery' ? null : shared.owner, address)
      await expectVisible(page.getByRole('heading', { level: 1 }))
      await before?.(page)
      const from = opener(page)
      await from.focus()
      await page.keyboard.press('Enter')
      if (choice) {
        await menuIsReady(page)
        await choice(page).focus()
        await page.keyboard.press('Enter')
      }
      const box = dialog(page, title)
      await expectVisible(box)
      await pollUntil(async () => expect(await holdsFocus(box)).toBe(true))
      await walk(page, box, 'Tab')
      await walk(page, box, 'Shift+Tab')
      await page.keyboard.press('Escape')
      await expectHidden(box)
      await expectFocused(opener(page))
    },
  )

  it('moves into a dialog over a dialog and back', async () => {
    const { page } = await browser.open(shared.owner, '/')
    await button(page, 'Upload Photos').click()
    const uploader = dialog(page, 'Upload Photos')
    await chooseFiles(page, button(uploader, 'Choose From Library'), createFiles({ 'notes.txt': 'x' }))
    const blocked = dialog(page, /“/)
    await pollUntil(async () => expect(await holdsFocus(blocked)).toBe(true))
    await walk(page, blocked, 'Tab')
    await page.keyboard.press('Enter')
    await expectHidden(blocked)
    await expectVisible(uploader)
    await pollUntil(async () => expect(await holdsFocus(uploader)).toBe(true))
    await page.keyboard.press('Escape')
    await expectHidden(uploader)
  })

  it('a click outside a dialog closes it, a click inside does not', async () => {
    const { page } = await browser.open(shared.owner, '/')
    await button(page, 'Upload Photos').click()
    const uploader = dialog(page, 'Upload Photos')
    await uploader.getByRole('heading').first().click()
    await expectVisible(uploader)
    await page.mouse.click(20, 400)
    await expectHidden(uploader)
  })

  it('moves into the side menu of a phone and back', async () => {
    const { page } = await browser.open(shared.owner, '/', { device: 'phone' })
    await button(page, 'More').focus()
    await page.keyboard.press('Enter')
    const menu = dialog(page, 'More')
    await pollUntil(async () => expect(await holdsFocus(menu)).toBe(true))
    await walk(page, menu, 'Tab')
    await page.keyboard.press('Escape')
    await expectHidden(menu)
    await expectFocused(button(page, 'More'))
  })

  it('moves through a menu with the arrow keys and back to its button', async () => {
    const { page } = await browser.open(shared.owner, albumPath(), { device: 'phone' })
    await button(page, 'More actions').focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    await expectFocused(items.first())
    await page.keyboard.press('ArrowDown')
    await expectFocused(items.nth(1))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expectFocused(items.last())
    await page.keyboard.press('Escape')
    await expectFocused(button(page, 'More actions'))
    expect(await items.first().isVisible()).toBe(false)
  })
})
