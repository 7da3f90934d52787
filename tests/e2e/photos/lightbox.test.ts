import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import type { Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { button, dialog, field, gone, group, list, region, shown, words } from '../support/find.ts'
import { focused } from '../support/input/keys.ts'
import { tile } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { fail, requestsOf } from '../support/network.ts'
import { uploadDrawings } from '../support/photos.ts'
import { says } from '../support/input/says.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
let photos: http.Image[]
beforeAll(async () => {
  owner = await stage.daymark.user()
  photos = await uploadDrawings(stage.daymark, owner, 9)
  await owner.send('PATCH', `/api/images/${photos[8]?.id}`, {
    title: 'Morning',
    caption: 'Before the wind',
    tags: ['sea'],
  })
})

/** Opens the lightbox with a press on a tile. The newest photo, 'Morning', is the first of 9. */
async function openPhoto(page: Page, name: string): Promise<Locator> {
  await tile(page, name).click()
  const viewer = dialog(page, 'Photo viewer')
  await shown(viewer)
  return viewer
}
const position = (viewer: Locator) => viewer.getByText(/^\d+ of \d+/)
const isAt = (viewer: Locator, text: string) =>
  pollUntil(async () => expect(await position(viewer).innerText()).toContain(text))
const stored = async (n: number) => (await owner.get<http.Image>(`/api/images/${photos[n]?.id}`)).body

describe('looking', () => {
  it('L-GRID-02 L-LB-01 L-LB-06 L-LB-07 opens from the grid, moves by buttons and arrow keys, and wraps at both ends', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Morning')
    await isAt(viewer, '1 of 9')
    await button(viewer, 'Next photo').click()
    await isAt(viewer, '2 of 9')
    await button(viewer, 'Previous photo').click()
    await button(viewer, 'Previous photo').click()
    await isAt(viewer, '9 of 9')
    await page.keyboard.press('ArrowRight')
    await isAt(viewer, '1 of 9')
    await page.keyboard.press('ArrowLeft')
    await isAt(viewer, '9 of 9')
    await page.keyboard.press('ArrowLeft')
    await isAt(viewer, '8 of 9')
    await shown(viewer.getByRole('img', { name: 'Dune 2.jpg' }))
  })

  it('L-LB-08 Escape closes, and the tile has the focus again', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Dune 5.jpg')
    await page.keyboard.press('Escape')
    await gone(viewer)
    await focused(tile(page, 'Dune 5.jpg'))
  })

  it('L-LB-01 opens from an album, in the order of the album', async () => {
    const album = await albumOf(owner, 'Two', [photos[2]!, photos[6]!])
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    const viewer = await openPhoto(page, 'Dune 7.jpg')
    await isAt(viewer, '2 of 2')
    await page.keyboard.press('ArrowRight')
    await isAt(viewer, '1 of 2')
    await shown(viewer.getByRole('img', { name: 'Dune 3.jpg' }))
  })

  it('L-LB-04 the contact sheet shows all photos and leads to each', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Dune 5.jpg')
    await button(viewer, 'Contact Sheet').click()
    const sheet = list(viewer, 'Contact sheet')
    await pollUntil(async () => expect(await sheet.getByRole('button').count()).toBe(9))
    expect(await button(sheet, 'Open photo 5: Dune 5.jpg').getAttribute('aria-current')).toBe('true')
    await button(sheet, 'Open photo 8: Dune 2.jpg').click()
    await isAt(viewer, '8 of 9')
    await button(viewer, 'Contact Sheet').click()
    await button(viewer, 'Single').click()
    await isAt(viewer, '8 of 9')
  })

  it('L-LB-04 a contact sheet of few photos fills the window', async () => {
    const album = await albumOf(owner, 'A few', photos.slice(0, 3))
    const { page } = await stage.open(owner, `/albums/${album.id}`)
    const viewer = await openPhoto(page, 'Dune 1.jpg')
    await button(viewer, 'Contact Sheet').click()
    const sheet = list(viewer, 'Contact sheet')
    await pollUntil(async () => expect((await boxOf(sheet)).width).toBeGreaterThan(1200))
    const { y, height } = await boxOf(sheet)
    expect(height).toBeGreaterThan(380)
    expect(y + height).toBeLessThanOrEqual(800)
  })

  it('L-LB-22 fetches full-size photos from 2 before to 3 after the current one, and no others', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 5.jpg'))
    const seen = requestsOf(page, /GET \/media\/variants\/lg\//)
    const viewer = await openPhoto(page, 'Dune 5.jpg')
    const full = (...numbers: number[]) => numbers.map(n => `GET ${photos[n - 1]?.url}`).sort()
    // the newest is the first: two before Dune 5 are 6 and 7, three after it 4, 3 and 2
    await pollUntil(() => expect([...new Set(seen)].sort()).toEqual(full(7, 6, 5, 4, 3, 2)))
    await page.keyboard.press('ArrowRight')
    await isAt(viewer, '6 of 9')
    await pollUntil(() => expect([...new Set(seen)].sort()).toEqual(full(7, 6, 5, 4, 3, 2, 1)))
  })
})

describe('changing', () => {
  it('L-LB-02 L-LB-11 L-LB-12 Show Info shows title, caption, tags and the file', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Morning')
    expect(await region(viewer, 'Info').count()).toBe(0)
    await button(viewer, 'Show Info').click()
    const info = region(viewer, 'Info')
    await shown(button(info, 'Edit title: Morning'))
    await shown(button(info, 'Edit caption: Before the wind'))
    expect(await list(info, 'Tags').getByRole('listitem').allInnerTexts()).toEqual(['sea'])
    await shown(words(info, 'Dune 9.jpg'))
    await button(viewer, 'Hide Info').click()
    await gone(info)
  })

  it('L-LB-09 Enter saves the title', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Dune 8.jpg')
    await button(viewer, 'Show Info').click()
    await button(viewer, 'Add a title').click()
    await field(viewer, 'title').fill('  Low tide ')
    await field(viewer, 'title').press('Enter')
    await shown(button(viewer, 'Edit title: Low tide'))
    await pollUntil(async () => expect((await stored(7)).title).toBe('Low tide'))
    await page.keyboard.press('Escape')
    await shown(tile(page, 'Low tide'))
  })

  it('L-LB-10 Escape cancels the title and leaves the lightbox as it is', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Morning')
    await button(viewer, 'Show Info').click()
    await button(viewer, 'Edit title: Morning').click()
    await field(viewer, 'title').fill('Evening')
    // the arrow keys belong to the field now
    await field(viewer, 'title').press('ArrowLeft')
    await field(viewer, 'title').press('Escape')
    await shown(button(viewer, 'Edit title: Morning'))
    await isAt(viewer, '1 of 9')
    await shown(region(viewer, 'Info'))
    expect((await stored(8)).title).toBe('Morning')
    await page.keyboard.press('Escape')
    await gone(viewer)
  })

  it('L-LB-12 L-LB-11 keeps caption and tags', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Dune 4.jpg')
    await button(viewer, 'Show Info').click()
    await button(viewer, 'Add a caption').click()
    await field(viewer, 'caption').fill('Two lines\nof words')
    await field(viewer, 'caption').press('Enter')
    await field(viewer, 'Add a tag').fill('wind')
    // each change sends all tags: the next one waits until it is kept
    const areKept = (labels: string[]) =>
      pollUntil(async () => expect((await stored(3)).tags.map(tag => tag.label).sort()).toEqual(labels))
    await field(viewer, 'Add a tag').press('Enter')
    await areKept(['wind'])
    await field(viewer, 'Add a tag').fill('sand')
    await button(viewer, 'Add tag').click()
    await areKept(['sand', 'wind'])
    await button(viewer, 'Remove tag wind').click()
    await areKept(['sand'])
    expect((await stored(3)).caption).toBe('Two lines\nof words')
  })

  it('a title that could not be saved is taken back, and an alert says so', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/status of 500/, /Edit failed/)
    await fail(page, { url: '**/api/images/*', method: 'PATCH' }, 500)
    const viewer = await openPhoto(page, 'Morning')
    await button(viewer, 'Show Info').click()
    await button(viewer, 'Edit title: Morning').click()
    await field(viewer, 'title').fill('Lost')
    const [said] = await Promise.all([says(page), field(viewer, 'title').press('Enter')])
    expect(said).toBe('Your change could not be saved. Please try again.')
    await shown(button(viewer, 'Edit title: Morning'))
  })

  it('L-GRID-03 likes from the lightbox too', async () => {
    const { page } = await stage.open(owner, '/')
    const viewer = await openPhoto(page, 'Dune 6.jpg')
    await button(group(viewer, 'Photo tools'), 'Like').click()
    await shown(button(viewer, 'Unlike'))
    await page.keyboard.press('Escape')
    expect(await button(page, 'Like Dune 6.jpg').getAttribute('aria-pressed')).toBe('true')
    await pollUntil(async () => expect((await stored(5)).is_favorite).toBe(true))
  })

  it('L-LB-05 L-VAL-09 L-STATE-03 asks before deleting, then shows the next photo', async () => {
    const member = await stage.daymark.user()
    await uploadDrawings(stage.daymark, member, 2)
    const { page } = await stage.open(member, '/')
    const viewer = await openPhoto(page, 'Dune 2.jpg')
    const [question] = await Promise.all([says(page, 'dismiss'), button(viewer, 'Delete').click()])
    expect(question).toBe('Delete this image? This cannot be undone.')
    await isAt(viewer, '1 of 2')
    await Promise.all([says(page), button(viewer, 'Delete').click()])
    await isAt(viewer, '1 of 1')
    await shown(viewer.getByRole('img', { name: 'Dune 1.jpg' }))
    await Promise.all([says(page), button(viewer, 'Delete').click()])
    await gone(viewer)
    await shown(words(page, 'Welcome to Your Photo Gallery!'))
    await pollUntil(async () => expect((await member.get<http.ImageList>('/api/images')).body.total).toBe(0))
  })

  it('L-ERR-02 a photo that could not be deleted comes back, and an alert says so', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/status of 500/, /Delete failed/)
    await fail(page, { url: '**/api/images/*', method: 'DELETE' }, 500)
    const viewer = await openPhoto(page, 'Dune 5.jpg')
    const messages = (async () => [await says(page), await says(page)])()
    await button(viewer, 'Delete').click()
    expect((await messages)[1]).toBe('Failed to delete image')
    await page.keyboard.press('Escape')
    await shown(tile(page, 'Dune 5.jpg'))
  })
})
