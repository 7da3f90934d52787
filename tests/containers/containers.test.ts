import type { http } from '@daymark/contracts'
import { provideImages, dockerEnvironment } from '../../tools/cluster/engine.mjs'
import { type Daymark, startDaymark } from '../support/daymark.ts'
import { waitUntilHealthy } from '../support/waiting.ts'
import { sha256 } from '../support/pictures.ts'
import { linkPaths, createSharedGallery, statuses, unzip } from '../support/shared-gallery.ts'
import { type Servers, servers } from './support/servers.ts'

const { env, reason } = dockerEnvironment()
const missing = env ? provideImages(['postgres', 'nats', 's3'], env) : reason
if (missing) console.log(`Skipped: the specification on containers of Postgres, NATS and S3, because ${missing}.`)
const suite = missing ? describe.skip : describe

suite('D-CARD-06 the specification on containers of Postgres, NATS and an S3 server', () => {
  let running: Servers
  let daymark: Daymark
  beforeAll(async () => {
    // the containers are stopped below, so the cleanup container of testcontainers is not needed
    Object.assign(process.env, { TESTCONTAINERS_RYUK_DISABLED: 'true', DOCKER_HOST: env?.['DOCKER_HOST'] ?? '' })
    running = await servers()
    daymark = await startDaymark({ env: running.env })
  })
  afterAll(async () => {
    await daymark?.stop()
    await running?.stop()
  })

  it('L-API-07 L-MKT-02 S-SHARE-14 a photo is uploaded, processed, shown in a gallery and downloaded', async () => {
    const { owner, token, image, originals } = await createSharedGallery(daymark, { count: 2 })
    const original = await owner.get(`/media/originals/${image.filename}`)
    expect(sha256(original.bytes)).toBe(sha256(originals[0] ?? Buffer.alloc(0)))
    const addresses = linkPaths(token, image.filename)
    expect(await statuses(daymark.visitor(), addresses)).toEqual(addresses.map(() => 200))
    const zip = await daymark.visitor().get(`/api/shares/public/${token}/download`)
    expect(unzip(zip.bytes).map(file => sha256(file.bytes))).toEqual(originals.map(sha256))
  })

  it('L-API-15 S-SHARE-07 revoked and deleted content is not available any more', async () => {
    const { owner, token, link, image } = await createSharedGallery(daymark, { count: 1 })
    const addresses = linkPaths(token, image.filename)
    await owner.post(`/api/shares/${link.id}/revoke`)
    expect(await statuses(daymark.visitor(), addresses)).toEqual(addresses.map(() => 410))
    await owner.delete(`/api/images/${image.id}`)
    expect((await owner.get(image.url)).status).toBe(404)
  })

  it('L-LOGIN-11 L-PHOTO-10 a wrong password is refused, and lists are paged', async () => {
    const owner = await daymark.createUser()
    const refused = await daymark.visitor().post('/api/auth/login', { username: owner.email, password: 'another one' })
    expect(refused.status).toBe(401)
    const { body } = await owner.get<http.ImageList>('/api/images')
    expect([body.total, body.images]).toEqual([0, []])
  })

  it('L-API-06 is ready', async () => {
    expect(await waitUntilHealthy(daymark.visitor(), '/readyz')).toMatchObject({ ok: true })
  })
})
