import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { http } from '@daymark/contracts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { imageIds } from '../../support/photos.ts'
import { imageOf, replaceFile } from '../../support/replacement.ts'
import { createSharedGallery, picture } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark({ env: UNLIMITED })
const folder = mkdtempSync(join(tmpdir(), 'daymark-rating-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const EXIFTOOL = join(import.meta.dirname, '../../../node_modules/exiftool-vendored.pl/bin/exiftool')
const run = promisify(execFile)
const exiftool = (...args: string[]) => run('perl', [EXIFTOOL, ...args], { encoding: 'buffer' })

/** A JPEG with ratings as other programs write them. */
async function ratedPicture(n: number, ...tags: string[]): Promise<Buffer> {
  const path = join(folder, 'rated.jpg')
  writeFileSync(path, await picture(n))
  return (await exiftool('-o', '-', ...tags, path)).stdout
}
async function uploadRated(owner: SignedInUser, n: number, ...tags: string[]): Promise<string> {
  const file = { name: `Rated ${n}.jpg`, bytes: await ratedPicture(n, ...tags), type: 'image/jpeg' }
  const { body } = await owner.upload<http.Image>('/api/images', file)
  await daymark.settle()
  return body.id
}
const rate = (owner: SignedInUser, id: string, rating: unknown) =>
  owner.patch<http.Image & http.ErrorAnswer>(`/api/images/${id}`, { rating })
const ratingOf = async (owner: SignedInUser, id: string) => (await imageOf(owner, id)).rating

it('rule 161 a rating is an integer from 0 to 5 that filters and sorts the library', async () => {
  const { owner, images } = await createSharedGallery(daymark, { count: 3 })
  const [one, two, three] = images.map(({ id }) => id) as [string, string, string]
  expect(images.map(({ rating }) => rating)).toEqual([0, 0, 0])
  expect((await rate(owner, one, 4)).body.rating).toBe(4)
  await rate(owner, three, 2)
  for (const wrong of [-1, 6, 2.5, '3', null]) expect((await rate(owner, one, wrong)).status).toBe(400)
  expect(await imageIds(owner, '&sort=rating')).toEqual([one, three, two])
  expect(await imageIds(owner, '&sort=rating&direction=asc')).toEqual([two, three, one])
  expect(await imageIds(owner, '&rating_min=2')).toEqual([three, one])
  expect(await imageIds(owner, '&rating_min=3')).toEqual([one])
  expect((await owner.get('/api/images?rating_min=6')).status).toBe(400)
})

it('rule 161 visitors receive no rating', async () => {
  const { owner, images, token } = await createSharedGallery(daymark, { count: 1 })
  await rate(owner, String(images[0]?.id), 5)
  await daymark.settle()
  const { body } = await daymark.visitor().get<http.PublicShare>(`/api/shares/public/${token}`)
  expect(JSON.stringify(body)).not.toContain('rating')
})

it('rule 161 the rating of the file counts until the photographer sets one, XMP before EXIF', async () => {
  const owner = await daymark.createUser()
  const both = await uploadRated(owner, 1, '-XMP-xmp:Rating=4', '-IFD0:Rating=2')
  const exif = await uploadRated(owner, 2, '-IFD0:Rating=2')
  const rejected = await uploadRated(owner, 3, '-XMP-xmp:Rating=-1')
  expect([await ratingOf(owner, both), await ratingOf(owner, exif), await ratingOf(owner, rejected)]).toEqual([4, 2, 0])
  expect(await imageIds(owner, '&rating_min=1')).toEqual([exif, both])
  expect((await imageOf(owner, both)).exif_data).toEqual({})

  // a new file is read again, unless the photographer has decided
  await rate(owner, both, 0)
  for (const id of [both, exif]) await replaceFile(owner, id, { bytes: await ratedPicture(7, '-XMP-xmp:Rating=5') })
  await daymark.settle()
  expect([await ratingOf(owner, both), await ratingOf(owner, exif)]).toEqual([0, 5])
})

it('rule 161 /v1 contains the rating and sets it', async () => {
  const owner = await daymark.createUser({ tier: 'studio' })
  const id = await uploadRated(owner, 1, '-XMP-xmp:Rating=3')
  const api = await createIntegrator(owner)
  expect((await api.get<http.v1.Image>(`/v1/images/${id}`)).body.rating).toBe(3)
  expect((await api.patch<http.v1.Image>(`/v1/images/${id}`, { rating: 1 })).body.rating).toBe(1)
  expect((await api.patch(`/v1/images/${id}`, { rating: 9 })).status).toBe(400)
  expect(await ratingOf(owner, id)).toBe(1)
})

it('rule 161 rule 84 an export contains the rating in library.json and as xmp:Rating in the sidecar', async () => {
  const { owner, images } = await createSharedGallery(daymark, { count: 3 })
  const [rated, liked, plain] = images.map(({ id }) => id) as [string, string, string]
  await owner.patch(`/api/images/${rated}`, { rating: 2, is_favorite: true })
  await owner.patch(`/api/images/${liked}`, { is_favorite: true })
  const path = join(folder, 'all.zip')
  writeFileSync(path, (await owner.get('/api/export')).bytes)
  const { photos } = JSON.parse((await run('unzip', ['-p', path, 'library.json'])).stdout)
  const ratings = photos.map((photo: { id: string; rating: number }) => [photo.id, photo.rating])
  expect(Object.fromEntries(ratings)).toEqual({ [rated]: 2, [liked]: 0, [plain]: 0 })
  await run('unzip', ['-q', path, '*.xmp', '-d', folder])
  // a like without a rating stays 5 stars for other programs
  const { stdout } = await exiftool('-r', '-ext', 'xmp', '-s3', '-Rating', folder)
  const found = stdout.toString().split('\n')
  expect(found.filter(line => /^\d$/.test(line)).toSorted()).toEqual(['2', '5'])
})
