import type { http } from '@daymark/contracts'
import sharp from 'sharp'
import { setUpDaymark } from '../../support/daymark.ts'
import { imageIds, createTag, uploadPhotos } from '../../support/photos.ts'
import { brokenJpeg, sha256 } from '../../support/pictures.ts'
import {
  restoreEarlier,
  earlierVersion,
  imageOf,
  keysIn,
  originalOf,
  replaceFile,
  storageUsedBy,
} from '../../support/replacement.ts'
import { mediaPath, picture, createSharedGallery, stem, unzip } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()

const keys = () => keysIn(daymark.storageDir)
const since = (before: string[]) => keysIn(daymark.storageDir, before)

it('rule 110 a photo with a replaced file keeps everything else and has new addresses', async () => {
  const { owner, album, images, token } = await createSharedGallery(daymark, { count: 3 })
  const [, before] = images as [http.Image, http.Image, http.Image]
  const tag = await createTag(owner, 'sea')
  await owner.post('/api/tags/apply', { image_ids: [before.id], tag_ids: [tag.id] })
  await owner.patch(`/api/images/${before.id}`, { title: 'Waves', caption: 'at noon', is_favorite: true })
  const original = await imageOf(owner, before.id)
  const bytes = await picture(40)
  const { status, body } = await replaceFile(owner, original.id, { name: 'Beach 1-Edit.png.JPG', bytes })
  expect([status, body.unchanged, body.url, body.replacement?.status]).toEqual([200, false, original.url, 'processing'])
  await daymark.settle()
  const now = await imageOf(owner, original.id)
  expect(now).toMatchObject({
    id: original.id,
    title: 'Waves',
    caption: 'at noon',
    is_favorite: true,
    original_filename: 'Beach 1.JPG',
    width: 360,
    size: bytes.length,
    created_at: original.created_at,
    processing_status: 'completed',
    replacement: { status: 'done', error: null, has_earlier_version: true },
  })
  expect(now.tags).toEqual(original.tags)
  expect(now.placeholder).not.toBe(original.placeholder)
  for (const field of ['filename', 'url', 'thumbnail_url'] as const) expect(now[field]).not.toBe(original[field])
  const shown = (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body.images.map(({ id }) => id)
  expect(shown).toEqual(images.map(({ id }) => id))
  const gallery = (await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)).body
  expect(gallery.images.map(({ id }) => id)).toEqual(shown)
  expect(gallery.images[1]).toMatchObject({ filename: now.filename, width: 360 })
  expect((await originalOf(owner, now)).equals(bytes)).toBe(true)
})

it('rule 110 the old bytes are not served any more, from any cache or address', async () => {
  const { owner, images, originals, token } = await createSharedGallery(daymark, { count: 2 })
  const [original] = images as [http.Image]
  const visitor = daymark.visitor()
  const [own, shared] = [`/media/originals/${original.filename}`, mediaPath(token, original.filename)]
  const zipped = `/api/shares/public/${token}/download`
  const tags = new Map<string, string>()
  for (const [who, path] of [
    ...([own, original.url, original.thumbnail_url] as const).map(path => [owner, path] as const),
    ...([shared, `${shared}&download=1`, zipped] as const).map(path => [visitor, path] as const),
  ])
    tags.set(path, (await who.get(path)).headers.get('etag') ?? '')
  const bytes = await picture(41)
  await replaceFile(owner, original.id, { bytes })
  await daymark.settle()
  for (const [path, etag] of tags) {
    const who = path.includes(token) ? visitor : owner
    const stored = await who.get(path, { 'if-none-match': etag })
    expect([path, stored.status, stored.headers.get('etag') === etag]).toEqual([path, 200, false])
    // a download that started before may return the complete new file only
    const rangeAnswer = await who.get(path, { range: 'bytes=10-', 'if-range': etag })
    expect([path, rangeAnswer.status, rangeAnswer.bytes.equals(stored.bytes)]).toEqual([path, 200, true])
  }
  expect((await owner.get(own)).bytes.equals(bytes)).toBe(true)
  const files = unzip((await visitor.get(zipped)).bytes)
  expect(files.map(({ name }) => name)).toEqual(['Beach 0.JPG', 'Beach 1.JPG'])
  expect([sha256(files[0]!.bytes), sha256(files[1]!.bytes)]).toEqual([sha256(bytes), sha256(originals[1]!)])
})

it('rule 110 the new file may have another format; an unreadable one changes nothing and is reported', async () => {
  const owner = await daymark.createUser()
  const [original] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const sum = await storageUsedBy(owner)
  const before = await keys()
  const broken = brokenJpeg(5000)
  expect((await replaceFile(owner, original.id, { bytes: broken })).status).toBe(200)
  await daymark.settle()
  const after = await imageOf(owner, original.id)
  expect(after).toMatchObject({ filename: original.filename, url: original.url, processing_status: 'completed' })
  expect(after.replacement).toMatchObject({ status: 'failed', replaced_at: null, has_earlier_version: false })
  expect(after.replacement?.error).toMatch(/The photo was not changed\.$/)
  expect((await earlierVersion(owner, original.id)).status).toBe(404)
  expect([await storageUsedBy(owner), await since(before)]).toEqual([sum, []])
  const { status, body } = await replaceFile(owner, original.id, {
    bytes: Buffer.from('%PDF-1.7 no picture'),
    name: 'a.pdf',
  })
  expect([status, body.code]).toEqual([415, 'unsupported_file'])
  const png = await sharp({ create: { width: 90, height: 120, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  await replaceFile(owner, original.id, { bytes: png, name: 'whatever.png' })
  await daymark.settle()
  expect(await imageOf(owner, original.id)).toMatchObject({
    original_filename: 'Beach 0.png',
    original_format: 'PNG',
    file_extension: 'png',
    orientation: 'portrait',
    replacement: { status: 'done', error: null },
  })
})

it('rule 110 an identical file changes nothing and is reported; a repeated request is idempotent', async () => {
  const owner = await daymark.createUser()
  const [original] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const before = await keys()
  const { status, body } = await replaceFile(owner, original.id, { bytes: await picture(0) })
  expect([status, body.unchanged, body.replacement]).toEqual([200, true, undefined])
  expect([await imageOf(owner, original.id), await since(before)]).toEqual([original, []])
  const headers = { 'Idempotency-Key': 'once' }
  const bytes = await picture(42)
  for (let n = 0; n < 2; n++) expect((await replaceFile(owner, original.id, { bytes }, headers)).status).toBe(200)
  await daymark.settle()
  const now = await imageOf(owner, original.id)
  expect((await replaceFile(owner, original.id, { bytes }, headers)).body.id).toBe(original.id)
  await daymark.settle()
  expect(await imageOf(owner, original.id)).toEqual(now)
  expect(await imageIds(owner)).toEqual([original.id])
})

it('rule 111 one earlier version is stored, counts as storage, can be viewed, and can be swapped with the current one', async () => {
  const owner = await daymark.createUser()
  const [original] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const first = await originalOf(owner, original)
  const [none, sum] = [await keys(), await storageUsedBy(owner)]
  const [second, third] = [await picture(43), await picture(44)]
  await replaceFile(owner, original.id, { bytes: second })
  await daymark.settle()
  const now = await imageOf(owner, original.id)
  const { body } = await earlierVersion(owner, original.id)
  expect(body).toMatchObject({ original_filename: 'Beach 0.JPG', size: first.length, width: original.width })
  expect((await owner.get(body.download_url)).bytes.equals(first)).toBe(true)
  expect((await owner.get(body.url ?? '')).headers.get('content-type')).toBe('image/jpeg')
  const both = await storageUsedBy(owner)
  expect(both).toBeGreaterThan(sum + second.length)
  expect(await since(none)).toHaveLength(4)

  const restored = (await restoreEarlier(owner, original.id)).body
  expect(restored).toMatchObject({ width: original.width, size: first.length, placeholder: original.placeholder })
  expect([original.url, now.url]).not.toContain(restored.url)
  expect((await originalOf(owner, restored)).equals(first)).toBe(true)
  expect((await owner.get((await earlierVersion(owner, original.id)).body.download_url)).bytes.equals(second)).toBe(
    true,
  )
  expect(await storageUsedBy(owner)).toBe(both)

  await replaceFile(owner, original.id, { bytes: third })
  await daymark.settle()
  // the previous version is stored, and the one before it is gone
  expect((await owner.get((await earlierVersion(owner, original.id)).body.download_url)).bytes.equals(first)).toBe(true)
  expect(await since(none)).toHaveLength(4)
  expect((await owner.delete<http.Image>(`/api/images/${original.id}/earlier`, {})).body.replacement).toMatchObject({
    has_earlier_version: false,
  })
  await daymark.settle()
  expect(await since(none)).toHaveLength(4)
  expect((await restoreEarlier(owner, original.id)).status).toBe(404)
  const account = await daymark.createUser()
  await account.upload('/api/images', { name: 'a.jpg', bytes: third, type: 'image/jpeg' })
  await daymark.settle()
  // exactly what an upload of this file would create
  expect(await storageUsedBy(owner)).toBe(await storageUsedBy(account))
})

it('rule 111 the earlier version is visible to its owner only and in no gallery', async () => {
  const { owner, images, token } = await createSharedGallery(daymark, { count: 1 })
  const [original] = images as [http.Image]
  const bob = await daymark.createUser()
  await replaceFile(owner, original.id, { bytes: await picture(45) })
  await daymark.settle()
  const { body } = await earlierVersion(owner, original.id)
  for (const path of [`/api/images/${original.id}/earlier`, body.url ?? '', body.download_url]) {
    expect((await bob.get(path)).status).toBe(404)
    expect((await daymark.visitor().get(path)).status).toBe(401)
    expect((await daymark.visitor().get(`${path}?token=${token}`)).status).toBe(401)
  }
  expect((await replaceFile(bob, original.id, { bytes: await picture(46) })).status).toBe(404)
  expect((await restoreEarlier(bob, original.id)).status).toBe(404)
  expect((await bob.delete(`/api/images/${original.id}/earlier`, {})).status).toBe(404)
  expect(await storageUsedBy(bob)).toBe(0)
  const gallery = await daymark.visitor().get(`/api/shares/public/${token}`)
  for (const secret of ['earlier', stem(original.filename) + '.'])
    expect(gallery.bytes.toString()).not.toContain(secret)
})

it('rule 111 the earlier version follows its photo to the trash, back, and into deletion', async () => {
  const owner = await daymark.createUser()
  const none = await keys()
  const [original, other] = (await uploadPhotos(daymark, owner, 2)) as [http.Image, http.Image]
  await replaceFile(owner, original.id, { bytes: await picture(47) })
  await replaceFile(owner, other.id, { bytes: await picture(48) })
  await daymark.settle()
  const sum = await storageUsedBy(owner)
  const shown = await imageOf(owner, original.id)
  await owner.delete(`/api/images/${original.id}`, {})
  await daymark.settle()
  const less = await storageUsedBy(owner)
  expect((await earlierVersion(owner, original.id)).status).toBe(404)
  await owner.post('/api/trash/restore', { image_ids: [original.id] })
  await daymark.settle()
  expect([less < sum, await storageUsedBy(owner)]).toEqual([true, sum])
  expect(await imageOf(owner, original.id)).toEqual(shown)
  expect((await restoreEarlier(owner, original.id)).body.size).toBe(original.size)
  for (const id of [original.id, other.id]) {
    await owner.delete(`/api/images/${id}`, {})
    await owner.delete('/api/trash', { image_ids: [id] })
  }
  await daymark.settle()
  expect([await storageUsedBy(owner), await since(none)]).toEqual([0, []])
})

it('rule 110 of two concurrent replacements the later one wins, and nothing of the other is left', async () => {
  const owner = await daymark.createUser()
  const none = await keys()
  const [original] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const files = await Promise.all([49, 50, 51, 52].map(picture))
  await Promise.all(files.map(bytes => replaceFile(owner, original.id, { bytes })))
  await daymark.settle()
  const now = await imageOf(owner, original.id)
  expect(files.some(bytes => bytes.length === now.size)).toBe(true)
  const shown = await originalOf(owner, now)
  const stored = (await owner.get((await earlierVersion(owner, original.id)).body.download_url)).bytes
  expect(files.filter(bytes => bytes.equals(shown))).toHaveLength(1)
  expect(stored.equals(shown)).toBe(false)
  // two files with three variants each
  expect(await since(none)).toHaveLength(8)
  await owner.delete(`/api/images/${original.id}/earlier`, {})
  await daymark.settle()
  expect(await since(none)).toHaveLength(4)
})
