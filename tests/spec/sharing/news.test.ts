import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { uploadPhotos } from '../../support/photos.ts'
import { picksPath, visitorPath } from '../../support/visitor-actions.ts'
import { restoreEarlier, replaceAndSettle } from '../../support/replacement.ts'
import { createLink, createSharedGallery, unzip } from '../../support/shared-gallery.ts'

const HALF_AN_HOUR = 30 * 60_000
type Gallery = Awaited<ReturnType<typeof createSharedGallery>>
const daymark = setUpDaymark({ env: UNLIMITED })

const galleryOf = (token: string, more = '') => `/api/shares/public/${token}${more}`
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as http.ErrorAnswer).code]
/** Loads the gallery and then its news, like the page. */
async function visit(visitor: Visitor, token: string): Promise<http.GalleryNews> {
  expect((await visitor.get(galleryOf(token))).status).toBe(200)
  return look(visitor, token)
}
async function look(visitor: Visitor, token: string): Promise<http.GalleryNews> {
  const answer = await visitor.get<http.GalleryNews>(galleryOf(token, '/news'))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return answer.body
}
const later = () => daymark.clock.advance(HALF_AN_HOUR)
/** Adds photos to the album and waits until they are processed. */
async function arrive({ owner, album }: Gallery, count = 1): Promise<string[]> {
  const ids = (await uploadPhotos(daymark, owner, count)).map(({ id }) => id)
  await owner.post(`/api/albums/${album.id}/images`, { image_ids: ids })
  await daymark.settle()
  return ids
}
const NOTHING = { new_image_ids: [], corrected_image_ids: [] }

describe('a returning visitor', () => {
  it('rule 119 sees no news at the first visit, and at the next one the photos added since', async () => {
    const gallery = await createSharedGallery(daymark, { count: 2 })
    const { token } = gallery
    const visitor = daymark.visitor()
    expect(await visit(visitor, token)).toMatchObject(NOTHING)
    await arrive(gallery)
    expect(await visit(visitor, token)).toMatchObject(NOTHING)
    later()
    expect(await visit(visitor, token)).toMatchObject(NOTHING)
    const ids = await arrive(gallery, 2)
    later()
    expect((await visit(visitor, token)).new_image_ids).toEqual(ids)
    expect(await visit(daymark.visitor(), token)).toMatchObject(NOTHING)
  })

  it('rule 119 sees the same news during the whole visit, and photos added during it join them', async () => {
    const gallery = await createSharedGallery(daymark, { count: 1 })
    const visitor = daymark.visitor()
    await visit(visitor, gallery.token)
    const before = await arrive(gallery)
    later()
    for (let load = 0; load < 2; load++) expect((await visit(visitor, gallery.token)).new_image_ids).toEqual(before)
    const addedDuringVisit = await arrive(gallery)
    expect((await look(visitor, gallery.token)).new_image_ids).toEqual([...before, ...addedDuringVisit])
    await daymark.clock.advance(HALF_AN_HOUR - 60_000)
    expect((await look(visitor, gallery.token)).new_image_ids).toEqual([...before, ...addedDuringVisit])
    later()
    // the news were read, but not the gallery that contains the later photos
    expect((await visit(visitor, gallery.token)).new_image_ids).toEqual(addedDuringVisit)
    later()
    expect(await visit(visitor, gallery.token)).toMatchObject(NOTHING)
  })

  it('rule 119 sees no news about moved, removed or renamed photos', async () => {
    const gallery = await createSharedGallery(daymark, { count: 3 })
    const { owner, album, images, token } = gallery
    const visitor = daymark.visitor()
    await visit(visitor, token)
    const [fresh = ''] = await arrive(gallery)
    const ids = [...images.map(({ id }) => id), fresh]
    await owner.post(`/api/albums/${album.id}/reorder`, { order: ids.toReversed() })
    await owner.patch(`/api/images/${ids[0]}`, { title: 'Noon' })
    await owner.delete(`/api/albums/${album.id}/images/${ids[1]}`)
    await daymark.settle()
    later()
    expect((await visit(visitor, token)).new_image_ids).toEqual([fresh])
    await owner.delete(`/api/albums/${album.id}/images/${fresh}`)
    await daymark.settle()
    expect(await look(visitor, token)).toMatchObject(NOTHING)
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [fresh] })
    await daymark.settle()
    expect((await look(visitor, token)).new_image_ids).toEqual([fresh])
  })

  it('rule 119 finds an album restored from the trash unchanged, and a restored photo as new', async () => {
    const gallery = await createSharedGallery(daymark, { count: 2 })
    const { owner, album, image, token } = gallery
    const visitor = daymark.visitor()
    await visit(visitor, token)
    const [fresh] = await arrive(gallery)
    await owner.delete(`/api/albums/${album.id}`)
    await daymark.settle()
    expect((await visitor.get(galleryOf(token))).status).toBe(404)
    await owner.post('/api/trash/restore', { album_ids: [album.id] })
    await daymark.settle()
    later()
    expect((await visit(visitor, token)).new_image_ids).toEqual([fresh])
    await owner.delete(`/api/images/${image.id}`)
    await daymark.settle()
    await owner.post('/api/trash/restore', { image_ids: [image.id] })
    await daymark.settle()
    expect((await look(visitor, token)).new_image_ids).toEqual([image.id, fresh])
  })

  it('rule 119 sees replaced photos as corrected, also after the earlier version was restored', async () => {
    const gallery = await createSharedGallery(daymark, { count: 2 })
    const { owner, token } = gallery
    const [first, second] = gallery.images as [http.Image, http.Image]
    const visitor = daymark.visitor()
    await visit(visitor, token)
    await replaceAndSettle(daymark, owner, first.id)
    later()
    expect(await visit(visitor, token)).toMatchObject({ new_image_ids: [], corrected_image_ids: [first.id] })
    later()
    expect(await visit(visitor, token)).toMatchObject(NOTHING)
    expect((await restoreEarlier(owner, first.id)).status).toBe(200)
    await replaceAndSettle(daymark, owner, second.id)
    expect((await look(visitor, token)).corrected_image_ids.toSorted()).toEqual([first.id, second.id].toSorted())
  })

  it('rule 119 can mark all news as seen, except what was added afterwards', async () => {
    const gallery = await createSharedGallery(daymark, { count: 1 })
    const { token } = gallery
    const visitor = daymark.visitor()
    await visit(visitor, token)
    await arrive(gallery)
    later()
    const { mark } = await visit(visitor, token)
    const addedAfterVisit = await arrive(gallery)
    const seen = await visitor.post<http.GalleryNews>(galleryOf(token, '/news/seen'), { mark })
    expect(seen.body.new_image_ids).toEqual(addedAfterVisit)
    for (const wrong of [{}, { mark: 1 }, { mark: '-1' }, { mark: 'x' }, { mark: '1'.repeat(16) }])
      expect((await visitor.post(galleryOf(token, '/news/seen'), wrong)).status).toBe(400)
    const all = await visitor.post<http.GalleryNews>(galleryOf(token, '/news/seen'), { mark: '9'.repeat(15) })
    expect(all.body).toMatchObject(NOTHING)
    const ids = await arrive(gallery)
    expect((await look(visitor, token)).new_image_ids).toEqual(ids)
  })

  it('rule 119 is recognized by a cookie of this link, and a forged cookie is ignored', async () => {
    const gallery = await createSharedGallery(daymark, { count: 1 })
    const visitor = daymark.visitor()
    const answer = await visitor.get(galleryOf(gallery.token))
    const cookie = answer.headers.getSetCookie().find(one => one.startsWith('daymark_seen_')) ?? ''
    expect(cookie).toMatch(/^daymark_seen_[0-9a-f]{16}=[0-9a-z-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    await arrive(gallery)
    const [name] = cookie.split('=')
    for (const forged of ['', 'x', '---', '0-zzzzzzzzzz-0', "0-0-'"])
      expect(await look(daymark.visitor({ cookie: `${name}=${forged}` }), gallery.token)).toMatchObject(NOTHING)
  })

  it('rule 120 is recognized on another device by the personal link', async () => {
    const gallery = await createSharedGallery(daymark, { count: 1, share: { picks: {} } })
    const { token } = gallery
    const [desk, phone] = [daymark.visitor(), daymark.visitor()]
    await desk.get(galleryOf(token))
    await desk.post(picksPath(token), { name: 'Anna' })
    await look(desk, token)
    const { key } = (await desk.post<{ key: string }>(visitorPath(token, '/key'))).body
    const ids = await arrive(gallery)
    later()
    expect(await visit(phone, token)).toMatchObject(NOTHING)
    await phone.post(visitorPath(token, '/open'), { key })
    expect((await look(phone, token)).new_image_ids).toEqual(ids)
    later()
    expect(await visit(desk, token)).toMatchObject(NOTHING)
  })
})

describe('news', () => {
  it('rule 121 can be downloaded like selected photos if the link allows downloads', async () => {
    const gallery = await createSharedGallery(daymark, { count: 2 })
    const { token, owner, link } = gallery
    const visitor = daymark.visitor()
    await visit(visitor, token)
    await arrive(gallery, 2)
    later()
    const { new_image_ids: image_ids } = await visit(visitor, token)
    const prepare = () => visitor.post<http.PreparedDownload>(galleryOf(token, '/downloads'), { image_ids })
    const { body } = await prepare()
    expect(unzip((await visitor.get(body.url)).bytes)).toHaveLength(2)
    await owner.patch(`/api/shares/${link.id}`, { allow_downloads: false })
    expect(code(await prepare())).toEqual([403, 'downloads_off'])
    expect((await look(visitor, token)).new_image_ids).toEqual(image_ids)
  })

  it('rule 119 are visible to visitors with access to the gallery only', async () => {
    const gallery = await createSharedGallery(daymark, { count: 1, share: { password: 'a secret word' } })
    const { token, owner, link } = gallery
    const visitor = daymark.visitor()
    const readChanges = () =>
      Promise.all([visitor.get(galleryOf(token, '/news')), visitor.post(galleryOf(token, '/news/seen'), { mark: '1' })])
    for (const answer of await readChanges()) expect(code(answer)).toEqual([401, 'password_required'])
    await visitor.post(galleryOf(token, '/unlock'), { password: 'a secret word' })
    expect(await visit(visitor, token)).toMatchObject(NOTHING)
    await owner.post(`/api/shares/${link.id}/revoke`)
    for (const answer of await readChanges()) expect(answer.status).toBe(410)
    expect((await visitor.get(galleryOf('x'.repeat(22), '/news'))).status).toBe(404)
  })

  it('rule 119 of a selection include photos that were still processing when it was shared', async () => {
    const gallery = await createSharedGallery(daymark, { count: 2 })
    const { token } = await createLink(gallery.owner, { image_ids: gallery.images.map(({ id }) => id) })
    const visitor = daymark.visitor()
    await visit(visitor, token)
    later()
    expect(await visit(visitor, token)).toMatchObject(NOTHING)
  })
})

it('rule 121 the API returns the changes since the previous request', async () => {
  const gallery = await createSharedGallery(daymark, { count: 2, owner: await daymark.createUser({ tier: 'studio' }) })
  const { link, owner } = gallery
  const api = await createIntegrator(owner, ['read'])
  const changes = async (query = '') =>
    (
      await api.get<{ images: http.v1.ShareChange[]; mark: string; total: number }>(
        `/v1/shares/${link.id}/changes${query}`,
      )
    ).body
  const { images, mark, total } = await changes('?limit=1')
  expect([images.map(({ change }) => change), total]).toEqual([['new'], 2])
  expect(await changes(`?since=${mark}`)).toMatchObject({ images: [], total: 0 })
  const [fresh] = await arrive(gallery)
  const next = await changes(`?since=${mark}`)
  expect(next.images).toEqual([{ id: fresh, filename: expect.any(String), title: expect.any(String), change: 'new' }])
  expect(await changes(`?since=${next.mark}`)).toMatchObject({ images: [] })
  // a cursor of a history that a backup has reverted
  expect(await changes(`?since=${Number(next.mark) + 100}`)).toMatchObject({ total: 3, mark: next.mark })
  expect((await api.get(`/v1/shares/${link.id}/changes?since=soon`)).status).toBe(400)
})
