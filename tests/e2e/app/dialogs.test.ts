import type { Locator, Page } from 'playwright-core'
import { tagOf } from '../../support/photos.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, dialog, gone, menuItem, shown } from '../support/find.ts'
import { focused } from '../support/input/keys.ts'
import { tile } from '../support/grid.ts'
import { uploadDrawings } from '../support/photos.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'
import { choose } from '../support/uploader.ts'

const stage = setStage()
afterAll(removeFolders)
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(stage.daymark, { count: 3 })
  await uploadDrawings(stage.daymark, shared.owner, 1)
  await tagOf(shared.owner, 'sea')
})

const holdsFocus = (thing: Locator) =>
  thing.evaluate(element => element !== document.activeElement && element.contains(document.activeElement))

/** What is opened, and the dialog it opens. */
type Opening = {
  path?: string
  title: string | RegExp
  opener: (page: Page) => Locator
  before?: (page: Page) => Promise<void>
  /** Where the opener is a menu: what is chosen of it. */
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

/** It takes the focus a moment after it is there. */
const menuIsReady = (page: Page) => pollUntil(async () => expect(await holdsFocus(page.getByRole('menu'))).toBe(true))

describe('the focus', () => {
  it.each(Object.keys(openings))('goes into the dialog, stays there with Tab, and comes back: %s', async name => {
    const { path, title, opener, before, choice } = openings[name]!
    const address = path === 'album' ? albumPath() : path === 'gallery' ? shared.path : '/'
    const { page } = await stage.open(path === 'gallery' ? null : shared.owner, address)
    await shown(page.getByRole('heading', { level: 1 }))
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
    await shown(box)
    await pollUntil(async () => expect(await holdsFocus(box)).toBe(true))
    await walk(page, box, 'Tab')
    await walk(page, box, 'Shift+Tab')
    await page.keyboard.press('Escape')
    await gone(box)
    await focused(opener(page))
  })

  it('a dialog over a dialog takes it and gives it back', async () => {
    const { page } = await stage.open(shared.owner, '/')
    await button(page, 'Upload Photos').click()
    const uploader = dialog(page, 'Upload Photos')
    await choose(page, button(uploader, 'Choose From Library'), filesOf({ 'notes.txt': 'x' }))
    const blocked = dialog(page, /“/)
    await pollUntil(async () => expect(await holdsFocus(blocked)).toBe(true))
    await walk(page, blocked, 'Tab')
    await page.keyboard.press('Enter')
    await gone(blocked)
    await shown(uploader)
    await pollUntil(async () => expect(await holdsFocus(uploader)).toBe(true))
    await page.keyboard.press('Escape')
    await gone(uploader)
  })

  it('a press beside a dialog closes it, a press inside does not', async () => {
    const { page } = await stage.open(shared.owner, '/')
    await button(page, 'Upload Photos').click()
    const uploader = dialog(page, 'Upload Photos')
    await uploader.getByRole('heading').first().click()
    await shown(uploader)
    await page.mouse.click(20, 400)
    await gone(uploader)
  })

  it('the side menu of a phone takes it and gives it back', async () => {
    const { page } = await stage.open(shared.owner, '/', { device: 'phone' })
    await button(page, 'More').focus()
    await page.keyboard.press('Enter')
    const menu = dialog(page, 'More')
    await pollUntil(async () => expect(await holdsFocus(menu)).toBe(true))
    await walk(page, menu, 'Tab')
    await page.keyboard.press('Escape')
    await gone(menu)
    await focused(button(page, 'More'))
  })

  it('a menu is walked through with the arrow keys and gives it back', async () => {
    const { page } = await stage.open(shared.owner, albumPath(), { device: 'phone' })
    await button(page, 'More actions').focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    await focused(items.first())
    await page.keyboard.press('ArrowDown')
    await focused(items.nth(1))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await focused(items.last())
    await page.keyboard.press('Escape')
    await focused(button(page, 'More actions'))
    expect(await items.first().isVisible()).toBe(false)
  })
})
