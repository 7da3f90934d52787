import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { imageIds, createTag, uploadPhotos } from '../../support/photos.ts'

const daymark = setUpDaymark()
let alice: SignedInUser
let photo: http.Image
let other: http.Image
beforeAll(async () => {
  alice = await daymark.createUser()
  ;[photo, other] = (await uploadPhotos(daymark, alice, 2)) as [http.Image, http.Image]
})
afterEach(async () => {
  for (const tag of await list()) await alice.delete(`/api/tags/${tag.id}`)
})

const list = async () => (await alice.get<http.Tag[]>('/api/tags')).body
const counts = async () => (await list()).map(tag => [tag.label, tag.usage_count])
const attach = (id: string, tagId: string) => alice.post(`/api/images/${id}/tags`, { tag_id: tagId })

describe('tags', () => {
  it('L-API-31 L-ENT-11 L-VAL-02 a label creates a tag; blank labels are rejected', async () => {
    const { status, body } = await alice.post<http.Tag>('/api/tags', { label: '  Golden hour ' })
    expect([status, body]).toEqual([201, { id: expect.any(String), label: 'Golden hour', usage_count: 0 }])
    for (const wrong of [{}, { label: '' }, { label: '  ' }, { label: 5 }, { label: 'x'.repeat(101) }])
      expect((await alice.post('/api/tags', { ...wrong })).status).toBe(400)
    expect(await list()).toEqual([body])
  })
  it('L-API-30 are a plain array, sorted by label', async () => {
    for (const label of ['b', 'A', 'c']) await createTag(alice, label)
    expect(await counts()).toEqual([['A', 0], ['b', 0], ['c', 0]]) // prettier-ignore
  })
  it('L-API-32 L-VAL-03 can be renamed on all images, but not to an existing name', async () => {
    const [sea, sun] = [await createTag(alice, 'sea'), await createTag(alice, 'sun')]
    await attach(photo.id, sea.id)
    const rename = (id: string, label: string) => alice.patch<http.Tag>(`/api/tags/${id}`, { label })
    expect(await rename(sea.id, ' Ocean ')).toMatchObject({
      status: 200,
      body: { ...sea, label: 'Ocean', usage_count: 1 },
    })
    expect((await alice.get<http.Image>(`/api/images/${photo.id}`)).body.tags).toEqual([{ id: sea.id, label: 'Ocean' }])
    expect((await rename(sun.id, 'OCEAN')).status).toBe(409)
    expect((await rename(sun.id, '  ')).status).toBe(400)
    expect((await rename(randomUUID(), 'new')).status).toBe(404)
  })
  it('L-API-33 can be deleted, which removes them from all images', async () => {
    const sea = await createTag(alice, 'sea')
    await attach(photo.id, sea.id)
    expect(await alice.delete(`/api/tags/${sea.id}`)).toMatchObject({ status: 200, body: { success: true } })
    expect((await alice.get<http.Image>(`/api/images/${photo.id}`)).body.tags).toEqual([])
    expect((await alice.delete(`/api/tags/${sea.id}`)).status).toBe(404)
  })
})

describe('tags of images', () => {
  it('L-API-16 L-API-17 L-API-18 L-API-36 are added, listed and removed, and the counts follow', async () => {
    const [sea, sun] = [await createTag(alice, 'sea'), await createTag(alice, 'sun')]
    expect(await attach(photo.id, sun.id)).toMatchObject({ status: 200, body: { success: true } })
    await attach(photo.id, sea.id)
    await attach(photo.id, sea.id)
    const tags = await alice.get<http.Tag[]>(`/api/images/${photo.id}/tags`)
    expect([tags.status, tags.body]).toEqual([
      200,
      [
        { ...sea, usage_count: 1 },
        { ...sun, usage_count: 1 },
      ],
    ])
    expect((await alice.delete(`/api/images/${photo.id}/tags/${sun.id}`)).status).toBe(200)
    expect(await counts()).toEqual([['sea', 1], ['sun', 0]]) // prettier-ignore
    expect((await attach(photo.id, randomUUID())).status).toBe(404)
    expect((await alice.post(`/api/images/${photo.id}/tags`, {})).status).toBe(400)
  })
  it('L-API-34 L-API-11 are added to several images at once', async () => {
    const [sea, sun, old] = [
      await createTag(alice, 'sea'),
      await createTag(alice, 'sun'),
      await createTag(alice, 'old'),
    ]
    await attach(photo.id, old.id)
    const body = { image_ids: [photo.id, other.id], tag_ids: [sea.id, sun.id] }
    expect(await alice.post('/api/tags/apply', body)).toMatchObject({
      status: 200,
      body: { success: true, applied: 2 },
    })
    expect(await counts()).toEqual([['old', 1], ['sea', 2], ['sun', 2]]) // prettier-ignore
    expect(await imageIds(alice, `&tag_id=${sea.id}`)).toEqual([other.id, photo.id])
    for (const wrong of [{ ...body, image_ids: [] }, { ...body, tag_ids: [] }, { image_ids: [photo.id] }])
      expect((await alice.post('/api/tags/apply', wrong)).status).toBe(400)
  })
  it('L-API-36 deleted images are not counted', async () => {
    const [doomed] = (await uploadPhotos(daymark, alice, 1)) as [http.Image]
    const sea = await createTag(alice, 'sea')
    await attach(doomed.id, sea.id)
    await alice.delete(`/api/images/${doomed.id}`)
    expect(await counts()).toEqual([['sea', 0]])
  })
  it('are replaced by PATCH with labels', async () => {
    await alice.patch(`/api/images/${photo.id}`, { tags: ['sea', 'sun'] })
    const { body } = await alice.patch<http.Image>(`/api/images/${photo.id}`, { tags: ['SUN', 'snow'] })
    expect(body.tags.map(tag => tag.label)).toEqual(['snow', 'sun'])
    expect(await counts()).toEqual([['sea', 0], ['snow', 1], ['sun', 1]]) // prettier-ignore
  })
})
