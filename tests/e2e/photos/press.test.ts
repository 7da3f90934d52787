import type { http } from '@daymark/contracts'
import type { Locator, Page } from 'playwright-core'
import { createAlbum, createTag } from '../../support/photos.ts'
import { button, link, list, expectVisible } from '../support/find.ts'
import { tile, viewer } from '../support/grid.ts'
import { holdRequests } from '../support/network.ts'
import { uploadSamples } from '../support/photos.ts'
import { sharedAlbum, type SharedAlbum } from '../support/shared-album.ts'
import { setUpBrowser } from '../support/browser.ts'

const browser = setUpBrowser()
let shared: SharedAlbum
beforeAll(async () => {
  shared = await sharedAlbum(browser.daymark, { count: 3 })
  const { owner, photos } = shared
  const sea = await createTag(owner, 'sea')
  const ids = photos.map(photo => photo.id)
  await owner.post('/api/tags/apply', { image_ids: ids, tag_ids: [sea.id] })
  await owner.send('PATCH', `/api/images/${ids[0]}`, { is_favorite: true })
  await createAlbum(owner, 'Empty')
})

/** Presses, waits for `duringPress`, and releases at the same place. */
async function press(page: Page, thing: Locator, duringPress: () => Promise<unknown>) {
  // in the middle of the final position, where the placeholder overlaps the picture
  await thing.hover()
  await page.mouse.down()
  await duringPress()
  await page.mouse.up()
}

/** The picture is loaded, and the blurred placeholder is gone. */
const isSharp = (thing: Locator) =>
  thing.evaluate(async element => {
    const pictures = () => [...element.querySelectorAll('img')]
    const waits = () => pictures().some(image => !image.complete || image.nextElementSibling !== null)
    while (pictures().length === 0 || waits()) await new Promise(requestAnimationFrame)
  })

type Place = {
  where: string
  path: () => string
  reach?: (page: Page) => Promise<unknown>
  thing: (page: Page) => Locator
  /** The effect of the press. */
  result: (page: Page) => Promise<unknown>
}

const places: Place[] = [
  {
    where: 'the photos',
    path: () => '/',
    thing: page => tile(page, 'Noon'),
    result: page => expectVisible(viewer(page)),
  },
  {
    where: 'the photos while selecting',
    path: () => '/',
    reach: page => button(page, 'Select Images').click(),
    thing: page => list(page, 'Photos').getByRole('listitem').first(),
    result: page => expectVisible(page.getByText('1 selected')),
  },
  {
    where: 'the albums',
    path: () => '/albums',
    thing: page => link(page, /^Iceland/),
    result: page => page.waitForURL(`**/albums/${shared.album.id}`),
  },
  {
    where: 'the contact sheet',
    path: () => '/',
    reach: async page => {
      await tile(page, 'Noon').click()
      await button(viewer(page), 'Contact Sheet').click()
    },
    thing: page => button(viewer(page), /^Open photo 2/),
    result: page => expectVisible(button(viewer(page), 'Contact Sheet')),
  },
  {
    where: 'the public gallery',
    path: () => shared.path,
    thing: page => button(page, 'Open Noon'),
    result: page => expectVisible(viewer(page)),
  },
]

describe('a press while its picture appears', () => {
  it.each(places)('is not lost in $where', async ({ path, reach, thing, result }) => {
    const { page } = await browser.open(shared.owner, '/albums')
    // otherwise the placeholder disappears before the press
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const release = await holdRequests(page, { url: '**/media/**' })
    // The page of a gallery contains its first picture, so it is not complete before the release.
    await page.goto(path(), { waitUntil: 'commit' })
    await reach?.(page)
    await expectVisible(thing(page))
    await press(page, thing(page), async () => {
      release()
      await isSharp(thing(page))
    })
    await result(page)
  })

  it('is not lost when the photo becomes ready under it', async () => {
    const owner = await browser.daymark.createUser()
    const [photo] = await uploadSamples(browser.daymark, owner, 1)
    const { page } = await browser.open(owner, '/albums')
    let isReady = false
    await page.route('**/api/images?*', async route => {
      const answer = await route.fetch()
      const body = (await answer.json()) as http.ImageList
      if (!isReady) body.images = body.images.map(image => ({ ...image, processing_status: 'processing' }))
      await route.fulfill({ response: answer, json: body })
    })
    const listens = page.waitForResponse('**/api/events')
    await page.goto('/')
    await listens
    const only = button(page, /^Open Dune 1.jpg/)
    await expectVisible(only)
    await press(page, only, async () => {
      isReady = true
      await owner.send('PATCH', `/api/images/${photo?.id}`, { caption: 'Tells the page to read again' })
      await only.locator('img').waitFor({ state: 'attached' })
    })
    await expectVisible(viewer(page))
  })
})
