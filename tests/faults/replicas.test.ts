import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { pollUntil, Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { linkPaths, mediaPath, createLink, createSharedGallery, statuses } from '../support/shared-gallery.ts'
import { withinASecond } from '../support/waiting.ts'
import { Model, pick } from './support/model.ts'
import { singleUserSuite } from './support/single-user.suite.ts'
import { schedulerSuite } from './support/scheduler.suite.ts'

const OWNERS = 3
const STEPS = 60
/** Minimum number of kills, however fast the work is done. */
const MIN_KILLS = 3
/** Calls per minute and token; one more call is allowed every twenty seconds. */
const CALLS = 3
const CALL_INTERVAL_MS = 60_000 / CALLS
/** Photos in the gallery that visitors of both gateways open. */
const PHOTOS = 4

const overNats = process.env['DAYMARK_TEST_BUS'] === 'nats' ? describe : describe.skip

overNats('two replicas of every service', () => {
  let place: Installation
  beforeAll(async () => {
    const calls = { DAYMARK_DEVELOPER_CALLS_PER_MINUTE: String(CALLS) }
    place = await install(
      'nats',
      { DAYMARK_DATABASE_POOL: '3', DAYMARK_PUBLIC_URL: 'http://daymark.test', ...calls },
      2,
    )
    await place.photographer()
  })
  afterAll(() => place?.stop())

  describe('serve galleries consistently', () => {
    let gallery: Awaited<ReturnType<typeof createSharedGallery>>
    let owner: SignedInUser
    beforeAll(async () => {
      owner = await place.createUser()
      gallery = await createSharedGallery(place, { owner, count: PHOTOS })
      await pollUntil('the gallery is complete', async () => {
        const { body } = await place.visitor().get<http.PublicShare>(`/api/shares/public/${gallery.token}`)
        return body.images.length === PHOTOS
      })
    })

    const link = (share: object) => createLink(owner, { album_id: gallery.album.id, ...share })
    /** Visitors with separate browsers, distributed over both gateways. */
    const visitors = (count: number) =>
      Array.from({ length: count }, (_, n) => new Visitor(place.urls[n % place.urls.length] ?? ''))
    const [here, there] = [() => new Visitor(place.urls[0] ?? ''), () => new Visitor(place.urls[1] ?? '')]
    const zip = (token: string) => `/api/shares/public/${token}/download`
    const file = (token: string, n: number) => `${mediaPath(token, gallery.images[n]?.filename ?? '')}&download=1`
    const ofOwner = <T>(path: string) => Promise.all(place.urls.map(url => owner.get<T>(`${url}${path}`)))

    it('rule 39 the download limit of a link is exact for concurrent downloads on both gateways', async () => {
      const { id, token } = await link({ download_limit: 3 * PHOTOS + 1 })
      const asked = visitors(10).map(visitor => visitor.get(zip(token)))
      expect((await Promise.all(asked)).map(({ status }) => status).toSorted()).toEqual([
        200,
        200,
        200,
        ...Array(7).fill(403),
      ])
      const single = visitors(6).map(visitor => visitor.get(file(token, 0)))
      expect((await Promise.all(single)).map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(403)])
      for (const { body } of await ofOwner<http.Share[]>('/api/shares'))
        expect(body.find(one => one.id === id)?.download_count).toBe(3 * PHOTOS + 1)
    })

    it('rule 39 the download limit of a visitor is exact for concurrent downloads on both gateways', async () => {
      const { token } = await link({ visitor_download_limit: 2 })
      const visitor = here()
      await visitor.get(`/api/shares/public/${token}`)
      const paths = [0, 1, 2, 3].map(n => `${place.urls[n % 2]}${file(token, n)}`)
      expect((await statuses(visitor, paths)).toSorted()).toEqual([200, 200, 403, 403])
      for (const url of place.urls)
        expect((await visitor.get<http.PublicDownloads>(`${url}${zip(token)}s`)).body.left).toBe(0)
    })

    it('S-TRK-06 S-TRK-07 analytics are equal on both gateways, and an event that is sent to both counts once', async () => {
      const { id, token } = await link({})
      const image_id = gallery.images[0]?.id
      const visit = async (visitor: Visitor) => {
        await visitor.get(`/api/shares/public/${token}`)
        for (let n = 0; n < 5; n++) {
          const event = { token, event_type: 'photo_view', image_id, event_id: randomUUID() }
          const sent = await Promise.all(place.urls.map(url => visitor.post(`${url}/api/shares/track`, event)))
          expect(sent.map(({ status }) => status)).toEqual([204, 204])
        }
      }
      await Promise.all(visitors(6).map(visit))
      const [first, second] = await ofOwner<http.ShareAnalytics>(`/api/shares/${id}/analytics`)
      expect(first?.body).toMatchObject({ uniqueVisitors: 6, totalVisits: 6, totalPhotoViews: 30 })
      expect(first?.body.visits.map(one => one.photo_views)).toEqual(Array(6).fill(5))
      expect(second?.body).toEqual(first?.body)
    })

    it('rule 37 a readable address that is set, changed or removed on one gateway changes on the other within a second', async () => {
      const { id, token } = await link({ slug: 'smith-wedding' })
      const opens = async (name: string) => (await there().get(`/api/shares/public/${name}`)).status
      const rename = (slug: string | null) => owner.patch(`${place.urls[0]}/api/shares/${id}`, { slug })
      expect(await opens('smith-wedding')).toBe(200)
      expect((await rename('smith-jones')).status).toBe(200)
      await withinASecond('it opens there', async () => (await opens('smith-jones')) === 200)
      const redirectOf = async () => (await there().get('/share/smith-wedding')).headers.get('location')
      await withinASecond('the old address redirects', async () => (await redirectOf()) === '/share/smith-jones')
      expect((await rename(null)).status).toBe(200)
      const areGone = async () => (await opens('smith-jones')) === 404 && (await opens('smith-wedding')) === 404
      await withinASecond('both are removed', areGone)
      expect(await opens(token)).toBe(200)
    })

    it('rule 37 one of two concurrent requests on both gateways receives a readable address', async () => {
      const rival = await place.createUser()
      const theirs = (await rival.post<http.Album>('/api/albums', { title: 'Smith' })).body.id
      for (const slug of ['one-name', 'another-name', 'third-name']) {
        const asked = [
          owner.post(`${place.urls[0]}/api/shares`, { album_id: gallery.album.id, slug }),
          rival.post(`${place.urls[1]}/api/shares`, { album_id: theirs, slug }),
        ]
        expect((await Promise.all(asked)).map(({ status }) => status).toSorted()).toEqual([201, 409])
      }
    })

    it('rule 48: one of two concurrent conditional changes on both gateways succeeds', async () => {
      const { id } = await link({ expires_at: '2099-01-01' })
      for (const path of [`/api/shares/${id}`, `/api/albums/${gallery.album.id}`]) {
        const isLink = path.startsWith('/api/shares')
        const changeOf = (n: number) => (isLink ? { expires_at: `2099-02-0${n}` } : { title: `Title ${n}` })
        for (const round of [1, 3, 5]) {
          const tag = (await owner.get(`${place.urls[0]}${path}`)).headers.get('etag') ?? ''
          const tries = place.urls.map((url, n) => owner.patch(url + path, changeOf(round + n), { 'if-match': tag }))
          const answers = await Promise.all(tries)
          expect([path, ...answers.map(({ status }) => status).toSorted()]).toEqual([path, 200, 412])
          const winner = answers.findIndex(({ status }) => status === 200)
          const isMade = ({ body }: { body: { expires_at?: string; title?: string } }) =>
            isLink
              ? body.expires_at?.startsWith(`2099-02-0${round + winner}`)
              : body.title === `Title ${round + winner}`
          await withinASecond('both show the change', async () => (await ofOwner<object>(path)).every(isMade))
        }
        for (const url of place.urls)
          expect((await owner.patch(url + path, changeOf(9), { 'if-match': '"other"' })).status).toBe(412)
      }
    })

    it('rule 75 suspending an owner on one gateway ends the session and closes the links on the other within a second', async () => {
      const { token } = await link({ slug: 'of-a-suspended-owner' })
      const paths = [...linkPaths(token, gallery.image.filename), '/api/shares/public/of-a-suspended-owner']
      const visitor = there()
      const all = async (status: number) => (await statuses(visitor, paths)).every(one => one === status)
      const isIn = async () => (await owner.get(`${place.urls[1]}/api/auth/me`)).status === 200
      expect([await all(200), await isIn()]).toEqual([true, true])
      const admin = await place.admin()
      expect((await admin.post(`${place.urls[0]}/api/admin/users/${owner.id}/suspend`)).status).toBe(200)
      await withinASecond('signed out there', async () => !(await isIn()))
      await withinASecond('all are closed', () => all(404))
      expect((await admin.post(`${place.urls[0]}/api/admin/users/${owner.id}/reactivate`)).status).toBe(200)
      await withinASecond('all are open again', () => all(200))
      const { email: username, password } = owner
      expect((await owner.post('/api/auth/login', { username, password })).status).toBe(200)
    })

    it('rule 37 changing a password on one gateway revokes access with the old one on the other within a second', async () => {
      const { id, token } = await link({ password: 'puffin' })
      const visitor = there()
      const unlock = (password: string) => visitor.post(`/api/shares/public/${token}/unlock`, { password })
      const paths = linkPaths(token, gallery.image.filename)
      const all = async (status: number) => (await statuses(visitor, paths)).every(one => one === status)
      expect((await unlock('puffin')).status).toBe(200)
      expect(await all(200)).toBe(true)
      await owner.patch(`${place.urls[0]}/api/shares/${id}`, { password: 'gannet' })
      await withinASecond('all require the password', () => all(401))
      expect((await unlock('puffin')).status).toBe(401)
      expect((await unlock('gannet')).status).toBe(200)
      expect(await all(200)).toBe(true)
    })

    it('rule 33 S-SHARE-07 S-SHARE-08 revoking and reinstating a link on one gateway applies on the other within a second', async () => {
      const { id, token } = await link({})
      const paths = linkPaths(token, gallery.image.filename)
      const all = async (status: number) => (await statuses(there(), paths)).every(one => one === status)
      expect(await all(200)).toBe(true)
      await owner.post(`${place.urls[0]}/api/shares/${id}/revoke`)
      await withinASecond('all are revoked', () => all(410))
      await owner.post(`${place.urls[0]}/api/shares/${id}/reinstate`)
      await withinASecond('all are open again', () => all(200))
    })
  })

  describe('check tokens consistently', () => {
    let owner: SignedInUser
    beforeAll(async () => void (owner = await place.createUser({ tier: 'studio' })))

    async function made() {
      const { body } = await owner.post<{ id: string; token: string }>('/v1/tokens', {})
      const at = (n: number) => new Visitor(place.urls[n] ?? '', { authorization: `Bearer ${body.token}` })
      return { id: body.id, here: at(0), there: at(1) }
    }
    const statusOf = async (by: Visitor) => (await by.get('/v1/tokens/validate')).status

    it('S-TOK-05 a token that is revoked on one gateway is rejected on the other within a second', async () => {
      const { id, here, there } = await made()
      expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200])
      expect((await owner.delete(`${place.urls[0]}/v1/tokens/${id}`)).status).toBe(200)
      expect(await statusOf(here)).toBe(401)
      await withinASecond('it is rejected there', async () => (await statusOf(there)) === 401)
    })

    it('S-V1-36 rule 50 share one call limit per token', async () => {
      const { here, there } = await made()
      const began = performance.now()
      const asked = Array.from({ length: 40 }, (_, n) => statusOf(n % 2 ? here : there))
      const seen = Map.groupBy(await Promise.all(asked), status => status)
      const [granted = 0, refused = 0] = [200, 429].map(status => seen.get(status)?.length ?? 0)
      expect(granted + refused).toBe(40)
      expect(granted).toBeGreaterThanOrEqual(CALLS)
      expect(granted).toBeLessThanOrEqual(CALLS + Math.floor((performance.now() - began) / CALL_INTERVAL_MS))
    })
  })

  describe('serve one user consistently', () => {
    singleUserSuite(() => place)
  })

  describe('run each job once', () => {
    schedulerSuite(() => place)
  })

  it('rule 83 maintenance that starts or ends on one gateway applies on the other within a second', async () => {
    const [admin, owner] = [await place.admin(), await place.createUser()]
    const turn = async (on: boolean) =>
      expect((await admin.post(`${place.urls[0]}/api/admin/maintenance`, { on })).status).toBe(200)
    const written = async () => (await owner.post(`${place.urls[1]}/api/tags`, { label: randomUUID() })).status
    expect(await written()).toBe(201)
    await turn(true)
    await withinASecond('writes are rejected there', async () => (await written()) === 503)
    expect((await owner.get(`${place.urls[1]}/api/tags`)).status).toBe(200)
    await turn(false)
    await withinASecond('writes are accepted there', async () => (await written()) === 201)
  })

  describe('killed at random under load', () => {
    it('visitors finally see exactly what was acknowledged to the owners', async () => {
      const models = await Promise.all(
        Array.from({ length: OWNERS }, async () => new Model(await place.createUser(), place.urls)),
      )
      for (const model of models) await model.prepare(place)
      const kills = { count: 0 }
      const isBusy = (model: Model) => model.steps < STEPS || kills.count < MIN_KILLS
      const killing = killAtRandom(place, kills, () => models.some(isBusy))
      await Promise.all(
        models.map(async model => {
          while (isBusy(model)) await model.step()
        }),
      )
      await killing
      for (const model of models)
        for (const url of place.urls)
          await pollUntil('every gallery has the acknowledged content', async () => {
            expect(await model.seen(url)).toEqual(model.expected)
            return true
          })
      const tables = ['identity', 'billing', 'library', 'media', 'sharing', 'developer'].map(
        s => `SELECT reason FROM ${s}.dead_letters`,
      )
      expect(await place.query(tables.join(' UNION ALL '))).toEqual([])
      await pollUntil('all events and jobs are done', async () => (await place.pendingWork()) === 0)
    })
  })
})

/** Kills one random process after another while there is work; its replica continues. */
async function killAtRandom(place: Installation, kills: { count: number }, busy: () => boolean): Promise<void> {
  for (; busy() && kills.count < 12; kills.count++) {
    const server = pick(place.servers)
    await server.kill()
    await server.start()
  }
}
