import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import { button, heading, expectVisible, byText } from '../support/find.ts'
import { tile } from '../support/grid.ts'
import { openWithoutEvents, openWithEvents, holdRequests, recordRequests } from '../support/network.ts'
import { isPainted } from '../support/look.ts'
import { sampleJpeg, uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()

/** Changes come from another device of the user; the open page is never reloaded. */
async function openLivePage(count: number, path = '/') {
  const owner = await browser.daymark.createUser()
  const photos = await uploadSamples(browser.daymark, owner, count)
  const opened = await openWithEvents(browser, owner, path)
  await opened.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  return { ...opened, owner, photos }
}

/** Records all pressed states of a button since now, even if the page replaces the element. */
async function everyState(page: Page, name: string) {
  await page.evaluate(label => {
    const states: (string | null)[] = []
    const options = () => {
      const state = document.querySelector(`button[aria-label="${label}"]`)?.getAttribute('aria-pressed') ?? null
      if (state !== null && state !== (states.at(-1) ?? 'false')) states.push(state)
    }
    new MutationObserver(options).observe(document.body, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { statesSeen: states })
  }, name)
  return () => page.evaluate(() => (window as unknown as { statesSeen: string[] }).statesSeen)
}

describe('without a reload', () => {
  it('L-UPL-06 a photo uploaded on another device appears while it is processed, then with its picture in the same place', async () => {
    const { page, owner } = await openLivePage(0)
    const release = await holdRequests(page, { url: '**/media/variants/**' })
    await expectVisible(heading(page, 'Welcome to Your Photo Gallery!'))
    await owner.upload('/api/images', { name: 'Elsewhere.jpg', bytes: await sampleJpeg(3), type: 'image/jpeg' })
    await expectVisible(byText(page, 'Showing 1-1 of 1 photos'))
    const photo = tile(page, 'Elsewhere.jpg')
    await expectVisible(photo)
    const box = await photo.boundingBox()
    expect(await isPainted(photo)).toBe(false)
    release()
    await pollUntil(async () => expect(await isPainted(photo)).toBe(true))
    expect(await photo.boundingBox()).toEqual(box)
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('likes and tags from another device appear, also of many photos at once, and the own like does not flicker', async () => {
    const { page, owner, photos } = await openLivePage(3)
    const otherDevice = await openWithEvents(browser, owner)
    await expectVisible(tile(otherDevice.page, 'Dune 1.jpg'))
    const seen = await everyState(page, 'Like Dune 1.jpg')
    await button(page, 'Like Dune 1.jpg').click()
    const isLiked = (there: Page, name: string) =>
      pollUntil(async () => expect(await button(there, `Like ${name}`).getAttribute('aria-pressed')).toBe('true'))
    await isLiked(otherDevice.page, 'Dune 1.jpg')

    const favorites = (await owner.get<http.Album[]>('/api/albums')).body.find(album => album.is_favorites)
    await owner.post(`/api/albums/${favorites?.id}/images`, { image_ids: photos.map(({ id }) => id) })
    for (const there of [page, otherDevice.page]) await isLiked(there, 'Dune 3.jpg')

    const { body: tag } = await owner.post<http.Tag>('/api/tags', { label: 'sea' })
    const { body } = await owner.post('/api/tags/apply', { image_ids: photos.map(({ id }) => id), tag_ids: [tag.id] })
    expect(body).toMatchObject({ applied: 3 })
    for (const there of [page, otherDevice.page])
      await pollUntil(async () => expect(await there.getByText('1 tag', { exact: true }).count()).toBe(3))
    expect(await seen()).toEqual(['true'])
  })

  it('L-CACHE-08 other tabs of the browser show a change also while the server sends no events', async () => {
    const owner = await browser.daymark.createUser()
    await uploadSamples(browser.daymark, owner, 1)
    const page = await openWithoutEvents(browser, owner)
    const other = await page.context().newPage()
    await holdRequests(other, { url: '**/api/events' })
    await other.goto('/')
    for (const tab of [page, other]) await expectVisible(tile(tab, 'Dune 1.jpg'))
    await button(page, 'Like Dune 1.jpg').click()
    await pollUntil(async () =>
      expect(await button(other, 'Like Dune 1.jpg').getAttribute('aria-pressed')).toBe('true'),
    )
  })

  it('one tab of a browser holds the event connection for all tabs, and another takes over when it closes', async () => {
    const { page, context, owner } = await openLivePage(1)
    const other = await context.newPage()
    const connections = recordRequests(other, /GET \/api\/events/)
    await other.goto('/')
    await expectVisible(tile(other, 'Dune 1.jpg'))
    expect(connections).toEqual([])
    await Promise.all([other.waitForResponse(/\/api\/events/), page.close()])
    expect(connections).toHaveLength(1)
    await owner.upload('/api/images', { name: 'Later.jpg', bytes: await sampleJpeg(5), type: 'image/jpeg' })
    await expectVisible(tile(other, 'Later.jpg'))
  })
})
