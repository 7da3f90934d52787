import { basename } from 'node:path'
import type { http } from '@daymark/contracts'
import { fixture, withFixtures } from '@daymark/testing/outside'
import sharp from 'sharp'
import { type Daymark, startDaymark } from '../../support/daymark.ts'
import { mediaPath, createLink, unzip } from '../../support/shared-gallery.ts'

withFixtures('formats that visitors cannot open', () => {
  let daymark: Daymark
  beforeAll(async () => void (daymark = await startDaymark()))
  afterAll(() => daymark.stop())

  it.each(['heic/iphone7-12mp.heic', 'raw-built/nikon-d70.nef'])(
    'rule 39 L-MEDIA-06 S-SHARE-14 %s is downloaded as a JPEG, alone and in the ZIP',
    async path => {
      const owner = await daymark.createUser()
      const { id } = (await owner.upload<http.Image>('/api/images', fixture(path))).body
      const album_id = (await owner.post<http.Album>('/api/albums', { title: 'Formats' })).body.id
      await owner.post(`/api/albums/${album_id}/images`, { image_id: id })
      await daymark.settle()
      const { token } = await createLink(owner, { album_id })
      const visitor = daymark.visitor()
      const [image] = (await visitor.get<http.PublicShare>(`/api/shares/public/${token}`)).body.images
      const single = await visitor.get(`${mediaPath(token, image?.filename ?? '')}&download=1`)
      const name = basename(path).replace(/\.\w+$/, '.jpg')
      expect(single.headers.get('content-type')).toBe('image/jpeg')
      expect(single.headers.get('content-disposition')).toContain(name)
      expect((await sharp(single.bytes).metadata()).format).toBe('jpeg')
      const files = unzip((await visitor.get(`/api/shares/public/${token}/download`)).bytes)
      expect(files).toEqual([{ name, bytes: single.bytes }])
    },
  )
})
