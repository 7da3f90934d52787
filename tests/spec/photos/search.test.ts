import type { http } from '@daymark/contracts'
import sharp from 'sharp'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, createTag } from '../../support/photos.ts'

type Shot = { name: string; size: [number, number]; exif?: Record<string, Record<string, string>>; png?: boolean }

const daymark = setUpDaymark()
let [alice, bob] = [{}, {}] as [SignedInUser, SignedInUser]
let ids: string[] = []
let [tag, album] = [{}, {}] as [http.Tag, http.Album]

const cameraTags = (make: string, model: string, lens: string, date: string) => ({
  IFD0: { Make: make, Model: model },
  IFD2: { LensModel: lens, DateTimeOriginal: date },
})
const CANON = cameraTags('Canon', 'Canon EOS R10', 'RF24-105mm F4', '2023:07:14 10:00:00')
const NIKON = cameraTags('NIKON CORPORATION', 'NIKON Z 9', 'NIKKOR Z 50mm', '2024:02:29 23:30:00')
const SHOTS: Shot[] = [
  { name: 'Photo 10.jpg', size: [300, 200], exif: CANON },
  { name: 'Photo 2.jpg', size: [200, 300], exif: CANON },
  { name: 'harbor.jpg', size: [300, 200], exif: NIKON },
  { name: 'Scan.png', size: [250, 250], png: true },
]

beforeAll(async () => {
  ;[alice, bob] = [await daymark.createUser(), await daymark.createUser()]
  ids = await upload(alice, SHOTS)
  await upload(bob, [
    { name: 'bob.jpg', size: [300, 200], exif: cameraTags('SONY', 'ILCE-7M4', 'FE 35mm', '2019:01:01 12:00:00') },
  ])
  tag = await createTag(alice, 'sea')
  album = await createAlbum(alice, 'Trip', [{ id: ids[1] }, { id: ids[0] }] as http.Image[])
  await alice.patch(`/api/images/${ids[0]}`, { title: 'Zebra', is_favorite: true, tags: ['sea'] })
  await alice.patch(`/api/images/${ids[2]}`, { title: 'apple', caption: 'Two boats at dawn' })
})

async function upload(owner: SignedInUser, shots: Shot[]): Promise<string[]> {
  const created: string[] = []
  for (const [n, { name, size, exif = {}, png }] of shots.entries()) {
    const [width, height] = size
    const canvas = sharp({ create: { width, height, channels: 3, background: { r: 60 * n, g: 90, b: 120 } } })
    const bytes = await (png ? canvas.png() : canvas.withExif(exif).jpeg()).toBuffer()
    const type = png ? 'image/png' : 'image/jpeg'
    created.push((await owner.upload<http.Image>('/api/images', { name, bytes, type })).body.id)
  }
  await daymark.settle()
  return created
}

/** The names of the found photos, in order. */
const found = async (query: string, visitor = alice): Promise<number[]> => {
  const { status, body } = await visitor.get<http.ImageList>(`/api/images?${query}`)
  if (status !== 200) throw new Error(`${query}: ${status}`)
  expect(body.total).toBe(body.images.length)
  return body.images.map(image => ids.indexOf(image.id))
}
const facets = async (visitor: SignedInUser) => (await visitor.get<http.ImageFacets>('/api/images/facets')).body

describe('finding photos', () => {
  it.each([
    ['', [3, 2, 1, 0]],
    ['camera=Canon+EOS+R10', [1, 0]],
    ['camera=NIKON+Z+9', [2]],
    ['camera=', [3, 2, 1, 0]],
    ['lens=NIKKOR+Z+50mm', [2]],
    ['format=png', [3]],
    ['orientation=portrait', [1]],
    ['is_favorite=false', [3, 2, 1]],
    ['untagged=false', [0]],
    ['date_from=2023-07-14&date_to=2023-07-14', [1, 0]],
    ['date_from=2024-02-29&date_to=2024-02-29', [2]],
    ['date_from=2023-07-14T00:00:00-12:00&date_to=2023-07-14T23:59:59%2B14:00', [1, 0]],
    ['q=zebra', [0]],
    ['q=canon+photo', [1, 0]],
  ])('L-API-08 ?%s finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })
  it('L-API-11 by tag and album, combined with all other filters', async () => {
    expect(await found(`tag_id=${tag.id}`)).toEqual([0])
    expect(await found(`album_id=${album.id}`)).toEqual([1, 0])
    const all = 'camera=Canon+EOS+R10&orientation=landscape&format=jpeg&is_favorite=1&untagged=0&q=rf24'
    expect(await found(`${all}&tag_id=${tag.id}&album_id=${album.id}&date_from=2023-01-01`)).toEqual([0])
  })
  it('invalid values are rejected without a server error', async () => {
    for (const query of [`camera=${'x'.repeat(201)}`, `q=${'x'.repeat(201)}`, 'sort=size', 'date_from=soon'])
      expect([query, (await alice.get(`/api/images?${query}`)).status]).toEqual([query, 400])
    for (const query of ['camera=%00', 'lens=a%00', 'format=%00', 'q=%00x']) expect(await found(query)).toEqual([])
  })
})

describe('the available filter values', () => {
  it('are those of the library, with the number of matching photos', async () => {
    const today = new Date(daymark.clock.now()).toISOString()
    expect(await facets(alice)).toEqual({
      cameras: [
        { value: 'Canon EOS R10', count: 2 },
        { value: 'NIKON Z 9', count: 1 },
      ],
      lenses: [
        { value: 'RF24-105mm F4', count: 2 },
        { value: 'NIKKOR Z 50mm', count: 1 },
      ],
      formats: [
        { value: 'JPEG', count: 3 },
        { value: 'PNG', count: 1 },
      ],
      orientations: [
        { value: 'landscape', count: 2 },
        { value: 'portrait', count: 1 },
        { value: 'square', count: 1 },
      ],
      years: [today.slice(0, 4), '2024', '2023'].map((value, n) => ({ value, count: [1, 1, 2][n] })),
      months: [today.slice(0, 7), '2024-02', '2023-07'].map((value, n) => ({ value, count: [1, 1, 2][n] })),
    })
  })
  it('L-ROLE-01 contain nothing of other accounts, and filters find nothing of them', async () => {
    const { cameras, lenses } = await facets(bob)
    expect([cameras, lenses]).toEqual([[{ value: 'SONY ILCE-7M4', count: 1 }], [{ value: 'FE 35mm', count: 1 }]])
    for (const query of ['camera=SONY+ILCE-7M4', 'lens=FE+35mm', 'date_to=2020-01-01'])
      expect([query, await found(query)]).toEqual([query, []])
    expect((await daymark.visitor().get('/api/images/facets')).status).toBe(401)
  })
})
