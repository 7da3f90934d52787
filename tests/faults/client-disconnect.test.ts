import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pollUntil } from '@daymark/testing/outside'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'
import { startPartialUpload } from '../support/raw-requests.ts'

describe('a client that disconnects during an upload', () => {
  let place: Installation
  let user: Visitor
  beforeAll(async () => {
    place = await install('memory')
    user = await place.photographer()
  })
  afterAll(() => place?.stop())

  it.each([1, 50, 99])('after %i %% leaves no file, photo or storage use', async percent => {
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    const until = Math.ceil((picture.bytes.length * percent) / 100)
    const connection = await startPartialUpload(user, picture.bytes, { until, headers: {} })
    connection.resetAndDestroy()
    const partialFiles = () => readdirSync(join(place.storageDir, 'tmp'))
    await pollUntil('nothing is stored', async () => place.objects().length + partialFiles().length === 0)
    const { body } = await user.get<http.ImageList>('/api/images')
    expect(body.total).toBe(0)
    const { body: analytics } = await user.get<{ totalStorage: number }>('/api/analytics')
    expect(analytics.totalStorage).toBe(0)
  })

  it('does not affect later uploads', async () => {
    const [picture] = await pictures(1)
    if (!picture) throw new Error('no picture')
    expect((await user.upload('/api/images', picture)).status).toBe(201)
  })
})
