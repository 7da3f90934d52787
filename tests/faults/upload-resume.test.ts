import { pollUntil } from '@daymark/testing/outside'
import { randomUUID } from 'node:crypto'
import { RESUMABLE_ABOVE_BYTES } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { continueUpload, interruptUpload, progressOf, resumable } from '../support/raw-requests.ts'
import { brokenJpeg } from '../support/pictures.ts'
import { install, type Installation } from '../support/installation.ts'

describe('a server that is killed between two parts of an upload', () => {
  const bytes = brokenJpeg(RESUMABLE_ABOVE_BYTES + 1_000_000)
  const half = bytes.length / 2
  let place: Installation
  let user: Visitor
  beforeAll(async () => {
    place = await install('memory')
    user = await place.photographer()
  })
  afterAll(() => place?.stop())

  it('resumes the upload from the stored part', async () => {
    const key = randomUUID()
    await interruptUpload(user, bytes, { until: half, headers: resumable(key) })
    await pollUntil('the first half is stored', async () => (await progressOf(user, key)).offset > 0)
    const { offset } = await progressOf(user, key)
    const [server] = place.servers
    await server?.kill()
    await server?.start()
    await pollUntil('it responds again', async () => (await progressOf(user, key)).offset === offset)
    const { status, body } = await continueUpload(user, key, { bytes, offset })
    expect(status).toBe(201)
    expect((await user.get(`/media/originals/${body.filename}`)).bytes.equals(bytes)).toBe(true)
    expect(place.objects().filter(path => path.includes('partials'))).toEqual([])
  })
})
