import { parseSeenState, type SeenState, VISIT_GAP_MS, formatSeenState, type http } from '@daymark/contracts'
import type { Page } from 'playwright-core'
import type { RunningProduct, SignedInUser } from '../../support/accounts.ts'
import { createAlbum } from '../../support/photos.ts'
import { createLink } from '../../support/shared-gallery.ts'
import { uploadSamples } from './photos.ts'

export type SharedAlbum = {
  owner: SignedInUser
  album: http.Album
  photos: http.Image[]
  link: http.Share
  path: string
}

/** An album of drawings with titles 'First light', 'Noon' and captions on the first two, and a link to it. */
export async function sharedAlbum(
  daymark: RunningProduct,
  { count = 4, share = {}, album = {} }: { count?: number; share?: object; album?: object } = {},
): Promise<SharedAlbum> {
  const owner = await daymark.createUser()
  const photos = await uploadSamples(daymark, owner, count)
  const edits = [{ title: 'First light', caption: 'At the pier' }, { title: 'Noon' }]
  for (const [n, edit] of edits.entries()) if (photos[n]) await owner.send('PATCH', `/api/images/${photos[n].id}`, edit)
  const created = await createAlbum(owner, 'Iceland', photos)
  await owner.send('PATCH', `/api/albums/${created.id}`, { description: 'A week in May', ...album })
  await daymark.settle()
  const link = await createLink(owner, { album_id: created.id, ...share })
  await daymark.settle()
  return { owner, album: created, photos, link, path: `/share/${link.token}` }
}

/** Leaves the gallery and returns with a changed record of what this browser has seen. */
async function returnWith(page: Page, change: (seen: SeenState) => Partial<SeenState>): Promise<void> {
  const address = page.url()
  // a running request must not change the record
  await page.goto('about:blank')
  const context = page.context()
  const cookie = (await context.cookies(address)).find(({ name }) => name.includes('daymark_seen_'))
  const seen = parseSeenState(cookie?.value)
  if (!cookie || !seen) throw new Error('the browser knows nothing of this gallery')
  await context.addCookies([{ ...cookie, value: formatSeenState({ ...seen, ...change(seen) }) }])
  await page.goto(address)
}

/** Returns as if half an hour had passed: the next visit. */
export const returnAfterHalfAnHour = (page: Page) => returnWith(page, ({ at }) => ({ at: at - VISIT_GAP_MS }))
/** Returns as a visitor whose last visit was before any photo of the gallery. */
export const returnToOlderGallery = (page: Page) => returnWith(page, () => ({ since: 0 }))
