import { randomBytes } from 'node:crypto'
import { type http, isEncrypted, RESUMABLE_ABOVE_BYTES } from '@daymark/contracts'
import { interruptUpload, progressOf, resumable } from '../../support/raw-requests.ts'
import { setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'
import {
  restoreEarlier,
  earlierVersion,
  imageOf,
  keysIn,
  originalOf,
  replaceFile,
  storageUsedBy,
} from '../../support/replacement.ts'
import { createLink, picture, stem, unzip } from '../../support/shared-gallery.ts'
import { uploadLogo } from '../../support/watermark.ts'
import { withinASecond } from '../../support/waiting.ts'

const daymark = setUpDaymark()

const keys = () => keysIn(daymark.storageDir)
const since = (before: string[]) => keysIn(daymark.storageDir, before)

it('rule 110 L-API-07 a large file resumes where it stopped', async () => {
  const owner = await daymark.createUser()
  const [was] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const bytes = Buffer.concat([await picture(53), randomBytes(RESUMABLE_ABOVE_BYTES + 100_000)])
  const path = `/api/images/${was.id}/file`
  await interruptUpload(owner, bytes, { until: RESUMABLE_ABOVE_BYTES, headers: resumable('large'), path })
  const { offset } = await progressOf(owner, 'large')
  expect(offset).toBeGreaterThan(0)
  const remaining = { bytes: bytes.subarray(offset) }
  const { status } = await replaceFile(owner, was.id, remaining, {
    ...resumable('large'),
    'upload-offset': String(offset),
  })
  expect(status).toBe(200)
  await daymark.settle()
  expect((await originalOf(owner, await imageOf(owner, was.id))).equals(bytes)).toBe(true)
  expect((await progressOf(owner, 'large')).image?.id).toBe(was.id)
})

it('rules 40 110 cover, card, selection and watermarked gallery show the new file', async () => {
  const owner = await daymark.createUser({ tier: 'professional' })
  const photos = (await uploadPhotos(daymark, owner, 2)) as [http.Image, http.Image]
  const album = await createAlbum(owner, 'Trip', photos)
  await owner.patch(`/api/albums/${album.id}`, { cover_image_id: photos[0].id })
  const link = await createLink(owner, { image_ids: [photos[0].id], title: 'Best' })
  await uploadLogo(owner)
  const marked = await createLink(owner, { album_id: album.id, watermark: true })
  const visitor = daymark.visitor()
  const look = async () => {
    const { body } = await visitor.get<http.PublicShare>(`/api/shares/public/${marked.token}`)
    const pictures = [`/media/share/lg/${stem(body.images[0]!.filename)}.jpg?token=${marked.token}`]
    return Promise.all([...pictures, `/media/share/card.jpg?token=${marked.token}`].map(path => visitor.get(path)))
  }
  const before = await look()
  await replaceFile(owner, photos[0].id, { bytes: await picture(54) })
  await daymark.settle()
  const now = await imageOf(owner, photos[0].id)
  const albums = (await owner.get<http.Album[]>('/api/albums')).body
  expect(albums.find(({ id }) => id === album.id)).toMatchObject({ cover_image_id: now.id })
  const after = await look()
  for (const [n, { status, headers }] of after.entries())
    expect([before[n]!.status, status, headers.get('content-type')]).toEqual([200, 200, 'image/jpeg'])
  expect(after[0]!.bytes.equals(before[0]!.bytes)).toBe(false)
  // cards are cached for a moment (rule 33)
  await withinASecond('the card shows the new file', async () => !(await look())[1]!.bytes.equals(before[1]!.bytes))
  const shown = await visitor.get<http.PublicShare>(`/api/shares/public/${link.token}`)
  expect(shown.body.images).toMatchObject([{ id: now.id, filename: now.filename }])
})

it('rules 84 111 an export has the earlier version in its own folder', async () => {
  const owner = await daymark.createUser()
  const [was] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const first = await originalOf(owner, was)
  const bytes = await picture(55)
  await replaceFile(owner, was.id, { bytes })
  await daymark.settle()
  const files = new Map(unzip((await owner.get('/api/export')).bytes).map(file => [file.name, file.bytes]))
  const year = new Date(was.created_at).getFullYear()
  expect(files.get(`Photos/${year}/Beach 0.JPG`)?.equals(bytes)).toBe(true)
  expect(files.get(`Earlier versions/Photos/${year}/Beach 0.JPG`)?.equals(first)).toBe(true)
  const library = JSON.parse(String(files.get('library.json'))) as { photos: { earlier_file?: string }[] }
  expect(library.photos.map(photo => photo.earlier_file)).toEqual([`Earlier versions/Photos/${year}/Beach 0.JPG`])
})

it('rules 15 111 the earlier version is encrypted with its variants, also after an upgrade', async () => {
  const owner = await daymark.createUser({ tier: 'starter' })
  const none = await keys()
  const [was] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const first = await originalOf(owner, was)
  const bytes = await picture(56)
  await replaceFile(owner, was.id, { bytes })
  await daymark.settle()
  const sum = await storageUsedBy(owner)
  await owner.post('/api/subscription/update-tier', { tier: 'professional' })
  await daymark.settle()
  await daymark.runJob('media', 'EncryptStored')
  await daymark.settle()
  expect((await since(none)).filter(isEncrypted)).toHaveLength(8)
  const now = await imageOf(owner, was.id)
  expect((await originalOf(owner, now)).equals(bytes)).toBe(true)
  expect((await owner.get(now.url)).status).toBe(200)
  const { body } = await earlierVersion(owner, was.id)
  expect((await owner.get(body.download_url)).bytes.equals(first)).toBe(true)
  expect((await owner.get(body.url ?? '')).status).toBe(200)
  expect(await storageUsedBy(owner)).toBe(sum)
  await replaceFile(owner, was.id, { bytes: await picture(57) })
  await daymark.settle()
  expect((await originalOf(owner, await imageOf(owner, was.id))).equals(await picture(57))).toBe(true)
  expect((await restoreEarlier(owner, was.id)).body.size).toBe(bytes.length)
})
