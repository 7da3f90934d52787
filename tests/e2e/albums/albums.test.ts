import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { albumOf } from '../../support/photos.ts'
import { alertNote, button, field, heading, link, list, shown, status, words } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { openDeaf } from '../support/listening.ts'
import { isPainted } from '../support/look.ts'
import { fail, hold, requestsOf } from '../support/network.ts'
import { uploadDrawings } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()
const title = (page: Page) => field(page, 'New album title')
const cards = (page: Page) => list(page, 'Albums').getByRole('listitem')

describe('the albums page', () => {
  it('L-ALB-01 L-ALB-02 L-ALB-06 creates an album by Enter and by the button, but not without a title', async () => {
    const owner = await stage.daymark.user()
    const { page } = await stage.open(owner, '/albums')
    const requests = requestsOf(page, /^POST \/api\/albums/)
    expect(await button(page, 'Create Album').isDisabled()).toBe(true)
    await title(page).press('Enter')
    await title(page).fill('   ')
    expect(await button(page, 'Create Album').isDisabled()).toBe(true)
    await title(page).press('Enter')
    expect(requests).toEqual([])
    await title(page).fill('  Harbour ')
    await title(page).press('Enter')
    await page.waitForURL(/\/albums\/[0-9a-f-]{36}$/)
    await shown(heading(page, 'Harbour'))
    await link(page, 'Albums').first().click()
    await title(page).fill('Lighthouse')
    await button(page, 'Create Album').click()
    await shown(heading(page, 'Lighthouse'))
    expect(requests).toHaveLength(2)
  })

  it('L-ALB-03 L-ALB-04 shows Favorites first, and cover, title, count and visibility of each album', async () => {
    const owner = await stage.daymark.user()
    const photos = await uploadDrawings(stage.daymark, owner, 3)
    const shared = await albumOf(
      owner,
      'A wedding with a name so long that it cannot fit into the card of an album',
      photos,
    )
    await albumOf(owner, 'Zebras')
    await owner.post('/api/shares', { album_id: shared.id })
    await stage.daymark.settle()
    const { page } = await stage.open(owner, '/albums')
    await pollUntil(async () => expect(await cards(page).count()).toBe(3))
    const texts = await cards(page).allInnerTexts()
    expect(texts[0]).toMatch(/^Favorites\s+0 photos\s+Private$/)
    const card = cards(page).filter({ hasText: 'A wedding' })
    expect(await card.innerText()).toMatch(/3 photos\s+Shared$/)
    await pollUntil(async () => expect(await isPainted(card)).toBe(true))
    expect(await cards(page).filter({ hasText: 'Zebras' }).innerText()).toMatch(/0 photos\s+Private$/)
    await card.getByRole('link').click()
    await page.waitForURL(`**/albums/${shared.id}`)
  })

  it('L-ALB-05 says "No albums yet" and still has Favorites', async () => {
    const { page } = await stage.open(await stage.daymark.user(), '/albums')
    await shown(words(page, 'No albums yet'))
    await shown(link(page, /^Favorites/))
  })

  it('L-ALB-07 L-FAV-03 fills the cover of Favorites with the newest liked photos', async () => {
    const owner = await stage.daymark.user()
    const photos = await uploadDrawings(stage.daymark, owner, 5)
    for (const { id } of photos) await owner.send('PATCH', `/api/images/${id}`, { is_favorite: true })
    await stage.daymark.settle()
    const page = await openDeaf(stage, owner)
    await shown(heading(page, 'Photos'))
    const requests = requestsOf(page, /is_favorite/)
    await link(page, 'Albums').click()
    const favorites = link(page, /^Favorites/)
    await pollUntil(async () => expect(await favorites.locator('img').count()).toBe(4))
    expect(await favorites.innerText()).toMatch(/5 photos/)
    expect(requests).toEqual(['GET /api/images?is_favorite=true&limit=10'])
    await favorites.click()
    await shown(heading(page, 'Favorites'))
    for (const n of [1, 2, 3, 4, 5]) await shown(tile(page, `Dune ${n}.jpg`))
    await button(page, 'Like Dune 2.jpg').click()
    await shown(words(page, 'Showing 1-4 of 4 photos'))
    await link(page, 'Open as Album').click()
    await shown(words(page, /^4 photos/))
    expect(await tile(page, 'Dune 2.jpg').count()).toBe(0)
  })

  it('L-ROLE-04 the 11th album of a starter is refused with a sentence that names the plan', async () => {
    const owner = await stage.daymark.user({ tier: 'starter' })
    for (let n = 1; n <= 10; n++) await albumOf(owner, `Album ${n}`)
    const { page, guard } = await stage.open(owner, '/albums')
    guard.expect(/status of 403/, /Creating the album failed/)
    await title(page).fill('One too many')
    await title(page).press('Enter')
    await shown(words(page, /starter/i))
    expect(await title(page).inputValue()).toBe('One too many')
    expect((await owner.get<http.Album[]>('/api/albums')).body).toHaveLength(11)
  })

  it('a double press creates one album', async () => {
    const { page } = await stage.open(await stage.daymark.user(), '/albums')
    const requests = requestsOf(page, /^POST \/api\/albums/)
    const letGo = await hold(page, { url: '**/api/albums', method: 'POST' })
    await title(page).fill('Once')
    await title(page).press('Enter')
    await title(page).press('Enter')
    letGo()
    await shown(heading(page, 'Once'))
    expect(requests).toHaveLength(1)
  })

  it("L-AD-21 somebody else's album is not found: it says so, and the skeleton remains", async () => {
    const album = await albumOf(await stage.daymark.user(), 'Not yours')
    const { page, guard } = await stage.open(await stage.daymark.user(), '/albums')
    guard.expect(/status of 404/)
    await page.goto(`/albums/${album.id}`)
    await shown(alertNote(page))
    await shown(status(page, 'Loading photos'))
    expect(await words(page, 'Not yours').count()).toBe(0)
    await link(page, 'Albums').first().click()
    await shown(heading(page, 'Albums'))
  })

  it('albums that could not be loaded can be tried again', async () => {
    const { page, guard } = await stage.open(await stage.daymark.user(), '/')
    guard.expect(/status of 400/)
    const mend = await fail(page, { url: '**/api/albums' }, 400)
    await link(page, 'Albums').click()
    await shown(words(page, 'The albums could not be loaded'))
    await mend()
    await button(page, 'Try Again').click()
    await shown(words(page, 'No albums yet'))
  })
})
