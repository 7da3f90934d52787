import type { http } from '@daymark/contracts'
import type { Member } from '../../support/people.ts'
import { button, dialog, heading, link, list, shown, status, words } from '../support/find.ts'
import { tile, tileNames } from '../support/grid.ts'
import { boxOf, colourOf, isPainted } from '../support/look.ts'
import { fail, hold } from '../support/network.ts'
import { uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
let owner: Member
let photos: http.Image[]
beforeAll(async () => {
  owner = await stage.daymark.user()
  photos = await uploadDrawings(stage.daymark, owner, 6)
})

describe('the photos page', () => {
  it('L-PHOTO-01 L-PHOTO-02 L-PHOTO-03 L-GRID-01 shows how many there are, the newest first, and what can be done', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(words(page, 'Showing 1-6 of 6 photos'))
    await shown(button(page, 'Upload Photos'))
    await shown(button(page, 'Select Images'))
    await pollUntil(async () => expect(await tileNames(page)).toEqual([6, 5, 4, 3, 2, 1].map(n => `Dune ${n}.jpg`)))
    await pollUntil(async () => expect(await isPainted(tile(page, 'Dune 6.jpg'))).toBe(true))
  })

  it('the primary button keeps its colour while a filter loads', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 6.jpg'))
    const colour = () => colourOf(button(page, 'Upload Photos'), 'background-color')
    const usual = await colour()
    const letGo = await hold(page, { url: '**/api/images?*' })
    await button(page, 'Sort by: Upload date, Newest first').click()
    await page.getByRole('menuitemradio', { name: 'Title' }).click()
    await shown(status(page, 'Loading photos'))
    expect([await colour(), await button(page, 'Select Images').isEnabled()]).toEqual([usual, true])
    letGo()
    await shown(tile(page, 'Dune 6.jpg'))
  })

  it('L-PHOTO-04 L-GRID-01 the large view shows larger photos, and is remembered', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 6.jpg'))
    const small = await boxOf(tile(page, 'Dune 6.jpg'))
    await button(page, 'Large view').click()
    expect(await button(page, 'Large view').getAttribute('aria-pressed')).toBe('true')
    const isLarger = async () =>
      expect((await boxOf(tile(page, 'Dune 6.jpg'))).height).toBeGreaterThan(1.5 * small.height)
    await pollUntil(isLarger)
    await page.reload()
    await shown(tile(page, 'Dune 6.jpg'))
    await pollUntil(isLarger)
    await button(page, 'Grid view').click()
    await pollUntil(async () => expect((await boxOf(tile(page, 'Dune 6.jpg'))).height).toBeCloseTo(small.height, 0))
  })

  it('L-GRID-01 photos keep their proportions and fill the rows from edge to edge', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(tile(page, 'Dune 6.jpg'))
    const [wide, tall] = [await boxOf(tile(page, 'Dune 5.jpg')), await boxOf(tile(page, 'Dune 6.jpg'))]
    expect(wide.width / wide.height).toBeCloseTo(1.5, 1)
    expect(tall.width / tall.height).toBeCloseTo(2 / 3, 1)
  })

  it('L-PHOTO-05 L-PHOTO-20 Clear Filters is there only while filters are active', async () => {
    const { page } = await stage.open(owner, '/')
    await shown(words(page, 'Showing 1-6 of 6 photos'))
    expect(await button(page, 'Clear Filters').count()).toBe(0)
    await page.goto('/photos?orientation=portrait')
    await shown(words(page, 'Showing 1-2 of 2 photos'))
    await pollUntil(async () => expect(await tileNames(page)).toEqual(['Dune 6.jpg', 'Dune 3.jpg']))
    await button(page, 'Clear Filters').click()
    await shown(words(page, 'Showing 1-6 of 6 photos'))
    expect(await button(page, 'Clear Filters').count()).toBe(0)
  })

  it('L-PHOTO-05 filters that leave nothing say so', async () => {
    const { page } = await stage.open(owner, '/photos?q=nothing+like+that')
    await shown(heading(page, 'No photos match these filters'))
    await shown(button(page, 'Clear Filters'))
  })

  it('L-PHOTO-08 L-PHOTO-12 welcomes somebody without photos and offers to upload', async () => {
    const { page } = await stage.open(await stage.daymark.user(), '/')
    await shown(heading(page, 'Welcome to Your Photo Gallery!'))
    expect(await button(page, 'Select Images').isDisabled()).toBe(true)
    await button(page, 'Upload Your First Photos').click()
    await shown(dialog(page, 'Upload Photos'))
  })

  it('L-ERR-10 a list that cannot be loaded can be tried again', async () => {
    const { page, guard } = await stage.open(owner, '/albums')
    guard.expect(/status of 503/)
    const mend = await fail(page, { url: '**/api/images?*' }, 503)
    await link(page, 'Photos').click()
    await shown(heading(page, 'Your photos could not be loaded'))
    await mend()
    await button(page, 'Try Again').click()
    await shown(words(page, 'Showing 1-6 of 6 photos'))
  })
})

describe('likes and badges', () => {
  it('L-GRID-03 L-STATE-01 the heart is kept', async () => {
    const { page } = await stage.open(owner, '/')
    const like = button(page, 'Like Dune 4.jpg')
    expect(await like.getAttribute('aria-pressed')).toBe('false')
    // the page reads the list again once it has dropped what it kept of it for a reload
    const readAgain = page.waitForResponse(/\/api\/images\?/)
    const [answer] = await Promise.all([page.waitForResponse(/\/api\/images\//), like.click()])
    expect(answer.request().postDataJSON()).toEqual({ is_favorite: true })
    await readAgain
    await page.reload()
    expect(await like.getAttribute('aria-pressed')).toBe('true')
    expect((await owner.get<http.Image>(`/api/images/${photos[3]?.id}`)).body.is_favorite).toBe(true)
    await Promise.all([page.waitForResponse(/\/api\/images\//), like.click()])
    expect(await like.getAttribute('aria-pressed')).toBe('false')
  })

  it('L-STATE-02 a like that fails is taken back silently', async () => {
    const { page, guard } = await stage.open(owner, '/')
    guard.expect(/status of 500/, /Like failed/)
    await fail(page, { url: '**/api/images/*', method: 'PATCH' }, 500)
    const like = button(page, 'Like Dune 5.jpg')
    const dialogs: string[] = []
    page.on('dialog', one => void dialogs.push(one.message()))
    await Promise.all([page.waitForResponse(/\/api\/images\//), like.click()])
    await pollUntil(async () => expect(await like.getAttribute('aria-pressed')).toBe('false'))
    expect(dialogs).toEqual([])
  })

  it('L-GRID-04 L-GRID-05 L-GRID-06 tiles show title, format and number of tags', async () => {
    const member = await stage.daymark.user()
    const [photo] = await uploadDrawings(stage.daymark, member, 1)
    await member.send('PATCH', `/api/images/${photo?.id}`, { title: 'Evening', tags: ['sea', 'summer'] })
    const { page } = await stage.open(member, '/')
    const only = list(page, 'Photos').getByRole('listitem')
    await shown(tile(page, 'Evening'))
    await shown(words(only, 'Evening'))
    await shown(words(only, '2 tags'))
    await shown(words(only, 'JPEG'))
  })
})
