import { unfoldLinks } from '../support/input/album.ts'
import type { http } from '@daymark/contracts'
import { withFixtures } from '@daymark/testing/outside'
import type { Page } from 'playwright-core'
import { albumOf } from '../../support/photos.ts'
import { newLink } from '../../support/shared-gallery.ts'
import { button, gone, heading, link, list, shown, words } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { openListening } from '../support/listening.ts'
import { isPainted } from '../support/look.ts'
import { hold, requestsOf } from '../support/network.ts'
import { drawing, uploadDrawings, uploadFixtures } from '../support/photos.ts'
import { setStage } from '../support/stage.ts'
import { pollUntil } from '@daymark/testing/outside'

const stage = setStage()

/** Another device of the same person does something; the page that is open is never reloaded. */
async function openPage(count: number, path = '/') {
  const owner = await stage.daymark.user()
  const photos = await uploadDrawings(stage.daymark, owner, count)
  const opened = await openListening(stage, owner, path)
  await opened.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  return { ...opened, owner, photos }
}

/** Every state that a button has had since, on whatever element the page shows it. */
async function everyState(page: Page, name: string) {
  await page.evaluate(label => {
    const states: (string | null)[] = []
    const look = () => {
      const state = document.querySelector(`button[aria-label="${label}"]`)?.getAttribute('aria-pressed') ?? null
      if (state !== null && state !== (states.at(-1) ?? 'false')) states.push(state)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { statesSeen: states })
  }, name)
  return () => page.evaluate(() => (window as unknown as { statesSeen: string[] }).statesSeen)
}

describe('without a reload', () => {
  it('L-UPL-06 a photo that another device uploads appears, first being prepared, then ready', async () => {
    const { page, owner } = await openPage(0)
    await shown(heading(page, 'Welcome to Your Photo Gallery!'))
    await owner.upload('/api/images', { name: 'Elsewhere.jpg', bytes: await drawing(3), type: 'image/jpeg' })
    await shown(words(page, 'Showing 1-1 of 1 photos'))
    await shown(tile(page, 'Elsewhere.jpg'))
    await pollUntil(async () => expect(await isPainted(tile(page, 'Elsewhere.jpg'))).toBe(true))
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('likes, titles and deletions of another device appear', async () => {
    const { page, owner, photos } = await openPage(2)
    await shown(tile(page, 'Dune 1.jpg'))
    await owner.send('PATCH', `/api/images/${photos[0]?.id}`, { is_favorite: true, title: 'Tide' })
    await pollUntil(async () => expect(await button(page, 'Like Tide').getAttribute('aria-pressed')).toBe('true'))
    await owner.send('DELETE', `/api/images/${photos[1]?.id}`)
    await gone(tile(page, 'Dune 2.jpg'))
    await shown(words(page, 'Showing 1-1 of 1 photos'))
  })

  it('likes and tags of another device appear, also of many at once, and this one does not flicker', async () => {
    const { page, owner, photos } = await openPage(3)
    const elsewhere = await openListening(stage, owner)
    await shown(tile(elsewhere.page, 'Dune 1.jpg'))
    const seen = await everyState(page, 'Like Dune 1.jpg')
    await button(page, 'Like Dune 1.jpg').click()
    const isLiked = (there: Page, name: string) =>
      pollUntil(async () => expect(await button(there, `Like ${name}`).getAttribute('aria-pressed')).toBe('true'))
    await isLiked(elsewhere.page, 'Dune 1.jpg')

    const favorites = (await owner.get<http.Album[]>('/api/albums')).body.find(album => album.is_favorites)
    await owner.post(`/api/albums/${favorites?.id}/images`, { image_ids: photos.map(({ id }) => id) })
    for (const there of [page, elsewhere.page]) await isLiked(there, 'Dune 3.jpg')

    const { body: tag } = await owner.post<http.Tag>('/api/tags', { label: 'sea' })
    const { body } = await owner.post('/api/tags/apply', { image_ids: photos.map(({ id }) => id), tag_ids: [tag.id] })
    expect(body).toMatchObject({ applied: 3 })
    for (const there of [page, elsewhere.page])
      await pollUntil(async () => expect(await there.getByText('1 tag', { exact: true }).count()).toBe(3))
    expect(await seen()).toEqual(['true'])
  })

  it('an album that another device fills and shares follows', async () => {
    const { page, owner, photos } = await openPage(2)
    const album: http.Album = await albumOf(owner, 'Growing')
    await link(page, 'Albums').click()
    await link(page, /^Growing/).click()
    await shown(words(page, 'No photos in this album yet'))
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: photos.map(({ id }) => id) })
    await shown(tile(page, 'Dune 2.jpg'))
    await stage.daymark.settle()
    await newLink(owner, { album_id: album.id })
    // there is nothing to unfold before the page has read that there is one
    await unfoldLinks(page)
    await pollUntil(async () =>
      expect(await list(page, 'Share links').getByRole('button', { name: 'Revoke' }).count()).toBe(1),
    )
    await shown(words(page, 'Shared'))
  })

  it('L-CACHE-08 another tab of the browser follows within half a second', async () => {
    const { page, context } = await openPage(1)
    const other = await context.newPage()
    await other.goto('/')
    await shown(tile(other, 'Dune 1.jpg'))
    const [since] = await Promise.all([
      page.waitForResponse(/\/api\/images\//).then(() => performance.now()),
      button(page, 'Like Dune 1.jpg').click(),
    ])
    await pollUntil(async () =>
      expect(await button(other, 'Like Dune 1.jpg').getAttribute('aria-pressed')).toBe('true'),
    )
    expect(performance.now() - since).toBeLessThan(2000)
  })

  it('only one tab of a browser holds a connection for all of them, and another takes over', async () => {
    const { page, context, owner } = await openPage(1)
    const other = await context.newPage()
    const connections = requestsOf(other, /GET \/api\/events/)
    await other.goto('/')
    await shown(tile(other, 'Dune 1.jpg'))
    expect(connections).toEqual([])
    await Promise.all([other.waitForResponse(/\/api\/events/), page.close()])
    expect(connections).toHaveLength(1)
    await owner.upload('/api/images', { name: 'Later.jpg', bytes: await drawing(5), type: 'image/jpeg' })
    await shown(tile(other, 'Later.jpg'))
  })
})

withFixtures('a real photo that takes a while', () => {
  it('shows its place while it is prepared, and its picture as soon as it is there', async () => {
    const { page, owner } = await openPage(0)
    const letGo = await hold(page, { url: '**/media/variants/**' })
    await shown(heading(page, 'Welcome to Your Photo Gallery!'))
    await uploadFixtures(stage.daymark, owner, ['jpeg/Kodak_PIXPRO_S-1.jpg'])
    const photo = tile(page, 'Kodak_PIXPRO_S-1.jpg')
    await shown(photo)
    const before = await photo.boundingBox()
    expect(await isPainted(photo)).toBe(false)
    letGo()
    await pollUntil(async () => expect(await isPainted(photo)).toBe(true))
    expect(await photo.boundingBox()).toEqual(before)
  })
})
