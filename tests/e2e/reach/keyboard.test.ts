import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createFiles, removeFolders } from '../support/files.ts'
import {
  button,
  checkbox,
  dialog,
  field,
  expectHidden,
  heading,
  link,
  list,
  expectVisible,
  byText,
} from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { expectFocused, pressKeyOn, tabTo, typeInto } from '../support/input/keys.ts'
import { eventuallyVisible } from '../support/time.ts'
import { sampleJpeg, uploadSamples } from '../support/photos.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
afterAll(removeFolders)

describe('without a mouse', () => {
  it('L-MKT-02 L-LB-07 L-LB-09 L-AD-13 S-PANEL-06 signs in, uploads, looks, edits, likes, tags, arranges, shares and copies', async () => {
    const owner: SignedInUser = await browser.daymark.createUser()
    const { page } = await browser.open(null, '/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await typeInto(page, field(page, 'Email or username'), owner.email)
    await typeInto(page, page.getByLabel('Password'), owner.password)
    await page.keyboard.press('Enter')
    await expectVisible(heading(page, 'Welcome to Your Photo Gallery!'))
    await pressKeyOn(page, button(page, 'Upload Photos'))
    const uploader = dialog(page, 'Upload Photos')
    const paths = createFiles({
      'Cliff.jpg': await sampleJpeg(1),
      'Pier.jpg': await sampleJpeg(2),
      'Buoy.jpg': await sampleJpeg(3),
    })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressKeyOn(page, button(uploader, 'Choose From Library')),
    ])
    await chooser.setFiles(paths)
    await pressKeyOn(page, button(uploader, 'Upload All'))
    await expectHidden(uploader)
    await pressKeyOn(page, tile(page, 'Buoy.jpg'))
    const viewer = dialog(page, 'Photo viewer')
    await expectVisible(viewer)
    await page.keyboard.press('ArrowRight')
    await expectVisible(byText(viewer, /^2 of 3/))
    await pressKeyOn(page, button(viewer, 'Show Info'))
    await pressKeyOn(page, button(viewer, 'Add a title'))
    await expectFocused(field(viewer, 'title'))
    await page.keyboard.type('The pier')
    await page.keyboard.press('Enter')
    await expectVisible(button(viewer, 'Edit title: The pier'))
    await pressKeyOn(page, button(viewer, 'Like'), 'Space')
    await expectVisible(button(viewer, 'Unlike'))
    await typeInto(page, field(viewer, 'Add a tag'), 'harbor')
    await page.keyboard.press('Enter')
    await expectVisible(list(viewer, 'Tags'))
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
    await tabTo(page, link(page, 'Albums'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await typeInto(page, field(page, 'New album title'), 'Harbor')
    await page.keyboard.press('Enter')
    await expectVisible(heading(page, 'Harbor'))
    await pressKeyOn(page, button(page, 'Add Existing Photos').first())
    const picker = dialog(page, 'Add Existing Photos')
    for (const name of ['Buoy.jpg', 'The pier', 'Cliff.jpg']) await pressKeyOn(page, checkbox(picker, name), 'Space')
    await pressKeyOn(page, button(picker, 'Add Selected'))
    await expectHidden(picker)
    await pressKeyOn(page, button(page, 'Rearrange Photos'))
    await pressKeyOn(page, button(page, 'Buoy.jpg, position 1'), 'Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await pressKeyOn(page, button(page, 'Done').first())
    await tabTo(page, button(page, 'New Link'))
    await page.keyboard.press('Enter')
    await expectVisible(button(page, 'Create Link'))
    await pressKeyOn(page, button(page, 'Create Link'))
    await expectFocused(button(page, 'Copy Link'))
    const toastShown = await eventuallyVisible(page, 'Link copied!')
    await page.keyboard.press('Enter')
    await toastShown()
    const url = await page.evaluate(() => navigator.clipboard.readText())

    const gallery = `/api/shares/public/${url.split('/').pop()}`
    // the order is saved although other changes followed
    await pollUntil(async () => {
      const shared = (await browser.daymark.visitor().get<http.PublicShare>(gallery)).body
      expect(shared.album.title).toBe('Harbor')
      expect(shared.images.map(({ filename }) => filename.replace(/-.*/, ''))).toEqual(['Pier', 'Buoy', 'Cliff'])
    })
    const liked = (await owner.get<http.ImageList>('/api/images?is_favorite=true')).body.images
    expect(liked).toMatchObject([{ title: 'The pier', tags: [{ label: 'harbor' }] }])
  })

  it('a visitor opens a photo, moves on, and returns to the photo seen last', async () => {
    const { path } = await sharedAlbum(browser.daymark, { count: 3 })
    const { page } = await browser.open(null, path)
    await pressKeyOn(page, button(page, 'Open First light'))
    const viewer = dialog(page, 'Photo viewer')
    await expectVisible(byText(viewer, '#1 of 3'))
    await page.keyboard.press('ArrowRight')
    await expectVisible(byText(viewer, '#2 of 3'))
    await pressKeyOn(page, button(viewer, 'Gallery'))
    await pressKeyOn(page, button(viewer, /^Open photo 3/))
    await expectVisible(byText(viewer, '#3 of 3'))
    await page.keyboard.press('Escape')
    await expectHidden(viewer)
    await expectFocused(button(page, 'Open Photo 3'))
  })

  it('Skip to content is the first stop and leads past the navigation', async () => {
    const owner = await browser.daymark.createUser()
    await uploadSamples(browser.daymark, owner, 1)
    const { page } = await browser.open(owner, '/')
    await expectVisible(tile(page, 'Dune 1.jpg'))
    await page.keyboard.press('Tab')
    await expectFocused(link(page, 'Skip to content'))
    await page.keyboard.press('Enter')
    await expectFocused(page.getByRole('main'))
    await page.keyboard.press('Tab')
    expect(await page.getByRole('main').evaluate(main => main.contains(document.activeElement))).toBe(true)
  })
})

describe('the focus is never hidden', () => {
  /** Tabs through the page and returns the focused elements that are covered (WCAG 2.4.11). */
  async function hiddenStops(page: Page): Promise<string[]> {
    const hidden: string[] = []
    for (let n = 0; n < 45; n++) {
      await page.keyboard.press('Tab')
      const problem = await page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        const focused = document.activeElement
        if (!(focused instanceof HTMLElement) || focused === document.body) return null
        const { left, right, top, bottom } = focused.getBoundingClientRect()
        const points = [0.1, 0.5, 0.9].flatMap(x =>
          [0.1, 0.5, 0.9].map(y => [left + (right - left) * x, top + (bottom - top) * y] as const),
        )
        const isSeen = points.some(([x, y]) => {
          const there = document.elementFromPoint(x, y)
          return there !== null && (focused.contains(there) || there.contains(focused))
        })
        return isSeen ? null : focused.outerHTML.slice(0, 120)
      })
      if (problem) hidden.push(problem)
    }
    return hidden
  }

  it.each(['desktop', 'phone'] as const)('while photos are selected in a long album on a %s', async device => {
    const { owner, album } = await sharedAlbum(browser.daymark, { count: 20 })
    const { page } = await browser.open(owner, `/albums/${album.id}`, { device })
    await button(page, 'Select Images').click()
    await expectVisible(list(page, 'Photos in this album').getByRole('checkbox'))
    expect(await hiddenStops(page)).toEqual([])
  })
})
