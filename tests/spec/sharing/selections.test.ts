import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { setUpDaymark } from '../../support/daymark.ts'
import { linkPaths, createLink, createSharedGallery, statuses, unzip } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const ids = (images: { id: string }[]) => images.map(({ id }) => id)
const look = async (token: string) =>
  (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)).body

describe('a link to a selection', () => {
  it('S-SHARE-03 S-SHARE-10 S-SHARE-14 shows these photos in their order, also in the ZIP', async () => {
    const { owner, images, originals } = await createSharedGallery(daymark, { count: 3 })
    const image_ids = [images[2]?.id, images[0]?.id]
    const link = await createLink(owner, { image_ids, title: 'For the band', theme: 'dark' })
    expect(link).toMatchObject({ kind: 'selection', album_title: 'For the band', theme: 'dark', active: true })
    const { album, images: shown } = await look(link.token)
    expect(album).toMatchObject({ title: 'For the band', description: '', theme: 'auto', image_count: 2 })
    expect(ids(shown)).toEqual(image_ids)
    const zip = await daymark.visitor().get(`/api/shares/public/${link.token}/download`)
    expect(unzip(zip.bytes).map(({ bytes }) => bytes)).toEqual([originals[2], originals[0]])
    expect(zip.headers.get('content-disposition')).toContain('For the band.zip')
  })

  it('S-SHARE-01 S-SHARE-02 is listed with the others and has the same settings and end', async () => {
    const { owner, images, link: ofAlbum } = await createSharedGallery(daymark, { count: 2 })
    const link = await createLink(owner, { image_ids: [images[0]?.id] })
    expect(link.album_title).toBe('1 photo')
    const list = async (query = '') => (await owner.get<http.Share[]>(`/api/shares${query}`)).body
    expect(ids(await list())).toEqual([link.id, ofAlbum.id])
    expect(await list(`?album_id=${link.album_id}`)).toEqual([link])
    const paths = linkPaths(link.token, images[0]?.filename ?? '')
    expect(await statuses(daymark.visitor(), paths)).toEqual([200, 200, 200, 200, 200, 200])
    await owner.patch(`/api/shares/${link.id}`, { password: 'sesame' })
    expect(await statuses(daymark.visitor(), paths)).toEqual([401, 401, 401, 401, 401, 401])
    await owner.post(`/api/shares/${link.id}/revoke`)
    expect(await statuses(daymark.visitor(), paths)).toEqual([410, 410, 410, 410, 410, 410])
  })

  it('shows no other photos and no deleted ones', async () => {
    const { owner, images } = await createSharedGallery(daymark, { count: 3 })
    const link = await createLink(owner, { image_ids: ids(images).slice(0, 2) })
    const outside = linkPaths(link.token, images[2]?.filename ?? '').slice(1, 5)
    expect(await statuses(daymark.visitor(), outside)).toEqual([404, 404, 404, 404])
    await owner.delete(`/api/images/${images[0]?.id}`)
    await daymark.settle()
    expect(ids((await look(link.token)).images)).toEqual([images[1]?.id])
  })

  it('can be viewed and shared again by its owner, and is deleted with its last link', async () => {
    const { owner, images } = await createSharedGallery(daymark, { count: 2 })
    const first = await createLink(owner, { image_ids: ids(images), title: 'Two' })
    const path = `/api/shares/selections/${first.album_id}`
    const { body } = await owner.get<http.Selection>(path)
    expect(body).toMatchObject({ id: first.album_id, title: 'Two', image_count: 2 })
    expect((await owner.get(body.images[0]?.thumbnail_url ?? '')).status).toBe(200)
    const second = await createLink(owner, { album_id: first.album_id, allow_downloads: false })
    expect(second).toMatchObject({ kind: 'selection', album_id: first.album_id, album_title: 'Two' })
    const anonymous = await daymark.createUser()
    expect((await anonymous.get(path)).status).toBe(404)
    expect((await anonymous.post('/api/shares', { album_id: first.album_id })).status).toBe(404)
    await owner.delete(`/api/shares/${first.id}`)
    expect((await owner.get(path)).status).toBe(200)
    await owner.delete(`/api/shares/${second.id}`)
    expect((await owner.get(path)).status).toBe(404)
    expect((await owner.post('/api/shares', { album_id: first.album_id })).status).toBe(404)
  })

  it('S-SHARE-23 photos that are foreign, deleted or unknown are rejected, and nothing is created', async () => {
    const { owner, images, link } = await createSharedGallery(daymark, { count: 2 })
    const other = await createSharedGallery(daymark, { count: 1 })
    await owner.delete(`/api/images/${images[1]?.id}`)
    await daymark.settle()
    const mine = images[0]?.id ?? ''
    for (const wrong of [other.image.id, images[1]?.id, randomUUID(), 'x'])
      expect(await owner.post('/api/shares', { image_ids: [mine, wrong] })).toMatchObject({
        status: 404,
        body: { code: 'photo_not_found' },
      })
    expect(ids((await owner.get<http.Share[]>('/api/shares')).body)).toEqual([link.id])
    expect(ids((await other.owner.get<http.Share[]>('/api/shares')).body)).toEqual([other.link.id])
  })

  it.each([
    {},
    { image_ids: [] },
    { album_id: 'x', image_ids: ['x'] },
    { image_ids: 'x' },
    { image_ids: Array(5001).fill('x') },
  ])('S-SHARE-23 requires either album_id or image_ids: %j', async body => {
    const owner = await daymark.createUser()
    expect((await owner.post('/api/shares', { ...body })).status).toBe(400)
  })
})
