import type { http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { button, list, expectVisible } from '../support/find.ts'
import { tileNames } from '../support/grid.ts'
import { boxOf } from '../support/look.ts'
import { recordRequests } from '../support/network.ts'
import { uploadSamples } from '../support/photos.ts'
import { setUpBrowser } from '../support/browser.ts'
import { pollUntil } from '@daymark/testing/outside'

const browser = setUpBrowser()
let owner: SignedInUser
let photos: http.Image[]
beforeAll(async () => {
  owner = await browser.daymark.createUser()
  photos = await uploadSamples(browser.daymark, owner, 5)
})

async function rearrange() {
  const album = await createAlbum(owner, 'Order', photos)
  const opened = await browser.open(owner, `/albums/${album.id}`)
  await button(opened.page, 'Rearrange Photos').click()
  await expectVisible(list(opened.page, 'Photos in order'))
  return { ...opened, path: `/api/albums/${album.id}` }
}

const grip = (page: Page, n: number) =>
  list(page, 'Photos in order').getByRole('button', { name: new RegExp(`^Dune ${n}.jpg, position`) })
/** The numbers of the photos in the displayed order. */
async function shownOrder(page: Page): Promise<number[]> {
  const names = await list(page, 'Photos in order')
    .getByRole('button', { name: /, position/ })
    .evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''))
  return names
    .map(name => /Dune (\d+)\.jpg, position (\d+)/.exec(name))
    .sort((a, b) => Number(a?.[2]) - Number(b?.[2]))
    .map(match => Number(match?.[1]))
}
async function storedOrder(path: string): Promise<number[]> {
  const { images } = (await owner.get<http.AlbumDetail>(path)).body
  return images.map(image => photos.findIndex(photo => photo.id === image.id) + 1)
}
async function isOrder(page: Page, path: string, order: number[]) {
  await pollUntil(async () => expect(await shownOrder(page)).toEqual(order))
  await pollUntil(async () => expect(await storedOrder(path)).toEqual(order))
}

async function drag(page: Page, from: number, to: number, side: 'before' | 'after') {
  const [start, end] = [await boxOf(grip(page, from)), await boxOf(grip(page, to))]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  const x = end.x + end.width * (side === 'before' ? 0.2 : 0.8)
  await page.mouse.move(x, end.y + end.height / 2, { steps: 8 })
  await page.mouse.move(x + 1, end.y + end.height / 2)
  await page.mouse.up()
}

describe('Rearrange Photos', () => {
  it('L-AD-13 dragging moves a photo before or after another and saves the whole order', async () => {
    const { page, path } = await rearrange()
    const requests = recordRequests(page, /reorder/)
    await drag(page, 1, 4, 'after')
    await isOrder(page, path, [2, 3, 4, 1, 5])
    await drag(page, 5, 2, 'before')
    await isOrder(page, path, [5, 2, 3, 4, 1])
    expect(requests).toEqual([`POST ${path}/reorder`, `POST ${path}/reorder`])
    await button(page, 'Done').click()
    await pollUntil(async () =>
      expect(await tileNames(page, /^Photos in this album/)).toEqual([5, 2, 3, 4, 1].map(n => `Dune ${n}.jpg`)),
    )
    await page.reload()
    await pollUntil(async () =>
      expect(await tileNames(page, /^Photos in this album/)).toEqual([5, 2, 3, 4, 1].map(n => `Dune ${n}.jpg`)),
    )
  })
})
