import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { button, heading, shown, words } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { openDeaf, openListening } from '../support/listening.ts'
import { isPainted } from '../support/look.ts'
import { hold, requestsOf } from '../support/network.ts'
import { drawing, uploadDrawings } from '../support/photos.ts'
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
  it('L-UPL-06 a photo that another device uploads appears, first being prepared, then ready, in the same place', async () => {
    const { page, owner } = await openPage(0)
    const release = await hold(page, { url: '**/media/variants/**' })
    await shown(heading(page, 'Welcome to Your Photo Gallery!'))
    await owner.upload('/api/images', { name: 'Elsewhere.jpg', bytes: await drawing(3), type: 'image/jpeg' })
    await shown(words(page, 'Showing 1-1 of 1 photos'))
    const photo = tile(page, 'Elsewhere.jpg')
    await shown(photo)
    const box = await photo.boundingBox()
    expect(await isPainted(photo)).toBe(false)
    release()
    await pollUntil(async () => expect(await isPainted(photo)).toBe(true))
    expect(await photo.boundingBox()).toEqual(box)
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
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

  it('L-CACHE-08 other tabs of the browser follow a change also while the server sends no events', async () => {
    const owner = await stage.daymark.user()
    await uploadDrawings(stage.daymark, owner, 1)
    const page = await openDeaf(stage, owner)
    const other = await page.context().newPage()
    await hold(other, { url: '**/api/events' })
    await other.goto('/')
    for (const tab of [page, other]) await shown(tile(tab, 'Dune 1.jpg'))
    await button(page, 'Like Dune 1.jpg').click()
    await pollUntil(async () =>
      expect(await button(other, 'Like Dune 1.jpg').getAttribute('aria-pressed')).toBe('true'),
    )
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
