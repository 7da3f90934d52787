import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { filesOf, removeFolders } from '../support/files.ts'
import { button, checkbox, dialog, field, gone, heading, link, list, shown, words } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { focused, press, tabTo, type } from '../support/input/keys.ts'
import { coming } from '../support/lasting.ts'
import { drawing, openName, uploadDrawings } from '../support/photos.ts'
import { sharedAlbum } from '../support/shared-album.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
afterAll(removeFolders)

describe('without a mouse', () => {
  it('L-MKT-02 L-LB-07 L-LB-09 L-AD-13 S-PANEL-06 signs in, uploads, looks, edits, likes, tags, arranges, shares and copies', async () => {
    const owner: Member = await stage.daymark.user()
    const { page } = await stage.open(null, '/', { permissions: ['clipboard-read', 'clipboard-write'] })
    // sign in
    await type(page, field(page, 'Email or username'), owner.email)
    await type(page, page.getByLabel('Password'), owner.password)
    await page.keyboard.press('Enter')
    await shown(heading(page, 'Welcome to Your Photo Gallery!'))
    // upload
    await press(page, button(page, 'Upload Photos'))
    const uploader = dialog(page, 'Upload Photos')
    const paths = filesOf({ 'Cliff.jpg': await drawing(1), 'Pier.jpg': await drawing(2), 'Buoy.jpg': await drawing(3) })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page, button(uploader, 'Choose From Library')),
    ])
    await chooser.setFiles(paths)
    await press(page, button(uploader, 'Upload All'))
    await gone(uploader)
    // open, next, edit the title, like, tag
    await press(page, tile(page, 'Buoy.jpg'))
    const viewer = dialog(page, 'Photo viewer')
    await shown(viewer)
    await page.keyboard.press('ArrowRight')
    await shown(words(viewer, /^2 of 3/))
    await press(page, button(viewer, 'Show Info'))
    await press(page, button(viewer, 'Add a title'))
    await focused(field(viewer, 'title'))
    await page.keyboard.type('The pier')
    await page.keyboard.press('Enter')
    await shown(button(viewer, 'Edit title: The pier'))
    await press(page, button(viewer, 'Like'), 'Space')
    await shown(button(viewer, 'Unlike'))
    await type(page, field(viewer, 'Add a tag'), 'harbour')
    await page.keyboard.press('Enter')
    await shown(list(viewer, 'Tags'))
    await page.keyboard.press('Escape')
    await gone(viewer)
    // an album with the photos in it
    await tabTo(page, link(page, 'Albums'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await type(page, field(page, 'New album title'), 'Harbour')
    await page.keyboard.press('Enter')
    await shown(heading(page, 'Harbour'))
    await press(page, button(page, 'Add Existing Photos').first())
    const picker = dialog(page, 'Add Existing Photos')
    for (const name of ['Buoy.jpg', 'The pier', 'Cliff.jpg']) await press(page, checkbox(picker, name), 'Space')
    await press(page, button(picker, 'Add Selected'))
    await gone(picker)
    // put in order
    await press(page, button(page, 'Rearrange Photos'))
    await press(page, button(page, 'Buoy.jpg, position 1'), 'Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await press(page, button(page, 'Done').first())
    // share and copy
    await tabTo(page, button(page, 'New Link'))
    await page.keyboard.press('Enter')
    await shown(button(page, 'Create Link'))
    await press(page, button(page, 'Create Link'))
    await focused(button(page, 'Copy Link'))
    const copied = await coming(page, 'Link copied!')
    await page.keyboard.press('Enter')
    await copied()
    const url = await page.evaluate(() => navigator.clipboard.readText())

    const gallery = `/api/shares/public/${url.split('/').pop()}`
    // the order is saved beside all that came after it
    await pollUntil(async () => {
      const shared = (await stage.daymark.stranger().get<http.PublicShare>(gallery)).body
      expect(shared.album.title).toBe('Harbour')
      expect(shared.images.map(({ filename }) => filename.replace(/-.*/, ''))).toEqual(['Pier', 'Buoy', 'Cliff'])
    })
    const liked = (await owner.get<http.ImageList>('/api/images?is_favorite=true')).body.images
    expect(liked).toMatchObject([{ title: 'The pier', tags: [{ label: 'harbour' }] }])
  })

  it('a visitor opens a photo, turns pages, and is back at the photo seen last', async () => {
    const { path, photos } = await sharedAlbum(stage.daymark, { count: 3 })
    const { page } = await stage.open(null, path)
    await press(page, button(page, 'Open First light'))
    const viewer = dialog(page, 'Photo viewer')
    await shown(words(viewer, '#1 of 3'))
    await page.keyboard.press('ArrowRight')
    await shown(words(viewer, '#2 of 3'))
    await press(page, button(viewer, 'Gallery'))
    await press(page, button(viewer, /^Open photo 3/))
    await shown(words(viewer, '#3 of 3'))
    await page.keyboard.press('Escape')
    await gone(viewer)
    await focused(button(page, openName(photos[2] ?? { title: '', original_filename: '' })))
  })

  it('Skip to content is the first stop and leads past the navigation', async () => {
    const owner = await stage.daymark.user()
    await uploadDrawings(stage.daymark, owner, 1)
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 1.jpg'))
    await page.keyboard.press('Tab')
    await focused(link(page, 'Skip to content'))
    await page.keyboard.press('Enter')
    await focused(page.getByRole('main'))
    await page.keyboard.press('Tab')
    expect(await page.getByRole('main').evaluate(main => main.contains(document.activeElement))).toBe(true)
  })
})

describe('the focus is never hidden', () => {
  /** Walks through the page and answers where something lies over what has the focus (WCAG 2.4.11). */
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
    const { owner, album } = await sharedAlbum(stage.daymark, { count: 20 })
    const { page } = await stage.open(owner, `/albums/${album.id}`, { device })
    await button(page, 'Select Images').click()
    await shown(list(page, 'Photos in this album').getByRole('checkbox'))
    expect(await hiddenStops(page)).toEqual([])
  })
})
