import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import { Mailbox } from '@daymark/testing/mailbox'
import { pollUntil, Receiver, type Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createAlbum, uploadPhotos } from '../../support/photos.ts'
import { createLink, picture as pictureOf } from '../../support/shared-gallery.ts'
import { visitAndExpectEvents } from '../../support/visitor-actions.ts'
import {
  ALL_EVENTS,
  type CreatedWebhook,
  sendTestEvent,
  statusesOf,
  verifySignature,
  waitForAttempts,
} from '../../support/integrators.ts'

type Made = CreatedWebhook
type Failure = http.ErrorAnswer
let mailbox: Mailbox
let receiver: Receiver
let ada: SignedInUser
beforeAll(async () => {
  mailbox = await Mailbox.open()
  receiver = await Receiver.open()
})
const daymark = setUpDaymark(() => ({
  env: { ...mailbox.env, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' },
}))
beforeAll(async () => void (ada = await daymark.createUser({ tier: 'studio' })))
afterAll(async () => {
  await receiver.close()
  await mailbox.stop()
})
afterEach(() => {
  receiver.answers = (_, response) => void response.writeHead(204).end()
})

const address = () => `${receiver.url}/${randomUUID()}`
async function created(events: string[] = ALL_EVENTS, visitor = ada): Promise<Made> {
  const { status, body } = await visitor.post<Made>('/v1/webhooks', { url: address(), events })
  expect(status).toBe(201)
  return body
}
const pathOf = ({ url }: Pick<Made, 'url'>) => new URL(url).pathname
const takeDelivery = (webhook: Made, type?: string, isReceived = (_: Record<string, unknown>) => true) =>
  receiver.take(
    ({ path, body }) => path === pathOf(webhook) && (type ?? body.type) === body.type && isReceived(body.data),
  )
type Log = { deliveries: http.v1.Delivery[]; next_cursor: string | null }
const log = async ({ id }: Made, query = '', visitor = ada) =>
  (await visitor.get<Log>(`/v1/webhooks/${id}/deliveries${query}`)).body

describe('webhooks of an account', () => {
  it('S-HOOK-01 S-HOOK-02 S-HOOK-03 S-HOOK-04 are created with url and events, listed, changed and deleted', async () => {
    const url = address()
    const input = { url, events: ['album.created', 'share.view'] }
    const { status, body, headers } = await ada.post<Made>('/v1/webhooks', input)
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    const { secret, ...shown } = body
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(shown).toEqual({
      ...input,
      id: expect.any(String),
      active: true,
      disabled_reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const list = await ada.get<{ webhooks: Made[]; total: number }>('/v1/webhooks?limit=1')
    expect(list.body).toEqual({ webhooks: [shown], total: 1, limit: 1, offset: 0 })
    expect(list.bytes.toString()).not.toContain('whsec_')
    const changes = { events: ['image.deleted', 'image.deleted'], active: false }
    const changed = (await ada.patch<Made>(`/v1/webhooks/${body.id}`, changes)).body
    expect(changed).toMatchObject({ url, events: ['image.deleted'], active: false })
    expect((await ada.get(`/v1/webhooks/${body.id}`)).body).toEqual(changed)
    const deleted = await ada.delete(`/v1/webhooks/${body.id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { success: true, message: 'The webhook was deleted.' }])
    expect((await ada.get<Failure>(`/v1/webhooks/${body.id}`)).body.code).toBe('webhook_not_found')
  })

  it.each([
    ['no url', { events: ['share.view'] }, 'Send a url.'],
    ['no events', { url: 'https://example.com/hook' }, 'Send at least one event.'],
    ['empty events', { url: 'https://example.com/hook', events: [] }, 'Send at least one event.'],
    ['an unknown event', { url: 'https://example.com/hook', events: ['image.liked'] }, 'events.0'],
    ['no address', { url: 'example.com/hook', events: ['share.view'] }, 'url cannot be used'],
    ['a user name', { url: 'http://a:b@127.0.0.1:1/', events: ['share.view'] }, 'user name or password'],
    [
      'an address of this installation',
      { url: 'http://daymark.test/hook', events: ['share.view'] },
      'belongs to this installation',
    ],
  ])('S-HOOK-05 S-HOOK-11 rule 51: rejects a webhook with %s', async (_, body, sentence) => {
    const answer = await ada.post<Failure>('/v1/webhooks', body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('rule 13 require a plan with API access, except for reading, pausing and deleting', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const webhook = await created(ALL_EVENTS, owner)
    await owner.post('/api/subscription/update-tier', { tier: 'advanced' })
    const path = `/v1/webhooks/${webhook.id}`
    for (const [method, to, body] of [
      ['POST', '/v1/webhooks', { url: address(), events: ['share.view'] }],
      ['PATCH', path, { events: ['share.view'] }],
      ['POST', `${path}/rotate-secret`],
      ['POST', `${path}/test`],
      ['POST', `${path}/redeliver`],
    ] as const) {
      const { status, body: refused } = await owner.send<Failure>(method, to, body as never)
      expect([to, status, refused.code]).toEqual([to, 403, 'plan_required'])
    }
    expect(await statusesOf([owner.get('/v1/webhooks'), owner.get(path), owner.get(`${path}/deliveries`)])).toEqual([
      200, 200, 200,
    ])
    expect((await owner.patch<Made>(path, { active: false })).body.active).toBe(false)
    expect((await owner.delete(path)).status).toBe(200)
  })

  it('are limited to twenty, even concurrently', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const one = () => owner.post('/v1/webhooks', { url: address(), events: ['share.view'] })
    const statuses = await statusesOf(Array.from({ length: 22 }, one))
    expect(statuses.toSorted()).toEqual([...Array<number>(20).fill(201), 409, 409])
  })

  it('S-HOOK-10 can be used by tokens with scope webhooks or admin only', async () => {
    const webhook = await created(['share.view'])
    const path = `/v1/webhooks/${webhook.id}`
    const calls = (visitor: Visitor) => [
      visitor.get('/v1/webhooks'),
      visitor.get(path),
      visitor.get(`${path}/deliveries`),
      visitor.post(`${path}/test`),
      visitor.patch(path, { active: true }),
      visitor.post(`${path}/redeliver`),
      visitor.post(`${path}/rotate-secret`),
    ]
    for (const [scopes, status] of [
      [['webhooks'], 200],
      [['admin'], 200],
      [['read', 'write', 'delete', 'share'], 403],
    ] as const) {
      const { body } = await ada.post<{ token: string }>('/v1/tokens', { scopes: [...scopes] })
      const client = daymark.visitor({ authorization: `Bearer ${body.token}` })
      expect(new Set(await statusesOf(calls(client)))).toEqual(new Set([status]))
    }
    await ada.delete(path)
  })

  it('are unknown to other accounts, as are their deliveries', async () => {
    const webhook = await created(['share.view'])
    const delivery = (await ada.post<http.v1.Delivery>(`/v1/webhooks/${webhook.id}/test`)).body
    const bob = await daymark.createUser({ tier: 'studio' })
    const path = `/v1/webhooks/${webhook.id}`
    const calls = [
      bob.get(path),
      bob.patch(path, { active: false }),
      bob.delete(path),
      bob.post(`${path}/rotate-secret`),
      bob.post(`${path}/test`),
      bob.post(`${path}/redeliver`),
      bob.get(`${path}/deliveries`),
      bob.get(`${path}/deliveries/${delivery.id}`),
      bob.post(`${path}/deliveries/${delivery.id}/redeliver`),
    ]
    expect(await statusesOf(calls)).toEqual(calls.map(() => 404))
    const own = await created(['share.view'], bob)
    const encodedPath = `/v1/webhooks/${own.id}/deliveries/${delivery.id}`
    expect(await statusesOf([bob.get(encodedPath), bob.post(`${encodedPath}/redeliver`)])).toEqual([404, 404])
    expect((await bob.get<{ webhooks: Made[] }>('/v1/webhooks')).body.webhooks.map(({ id }) => id)).toEqual([own.id])
    expect((await ada.get<Made>(path)).body.active).toBe(true)
    expect((await log(webhook)).deliveries).toHaveLength(1)
    expect(await statusesOf([daymark.visitor().get(path), daymark.visitor().get('/v1/webhooks')])).toEqual([401, 401])
  })
})

describe('deliveries', () => {
  it('S-HOOK-06 S-HOOK-07 S-HOOK-08 rule 104 rule 109 rule 110 contain each subscribed event once, signed, with the fields of /v1', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const webhook = await created(ALL_EVENTS, owner)
    const [image] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
    const [{ id }, album] = [image, await createAlbum(owner, 'Trip', [image])]
    await owner.patch(`/api/albums/${album.id}`, { title: 'Long trip' })
    await owner.patch(`/api/images/${id}`, { title: 'Edited, which is no event' })
    const link = await createLink(owner, { album_id: album.id, picks: {}, comments: {} })
    const expectedPayloads = await visitAndExpectEvents(owner, daymark.visitor(), link, image)
    await owner.upload(`/api/images/${id}/file`, { name: 'a.jpg', bytes: await pictureOf(7), type: 'image/jpeg' })
    await daymark.settle()
    await owner.post(`/api/shares/${link.id}/revoke`)
    for (const path of [`/api/images/${id}`, `/api/albums/${album.id}`]) await owner.delete(path)
    await daymark.settle()
    const receivedPayloads = Object.fromEntries(
      await Promise.all(
        ALL_EVENTS.map(async type => {
          const arrived = await takeDelivery(
            webhook,
            type,
            ({ title }) => type !== 'album.updated' || title === 'Long trip',
          )
          expect(verifySignature(webhook.secret, arrived)).toEqual(arrived.body)
          expect(arrived.headers['user-agent']).toMatch(/^Daymark-Webhooks\//)
          expect(arrived.headers['webhook-id']).toBe(arrived.body.id)
          expect(Object.keys(arrived.body)).toEqual(['id', 'type', 'created_at', 'data'])
          return [type, arrived.body.data] as const
        }),
      ),
    )
    const share = { id: link.id, album_id: album.id, watermark: false, expires_at: null }
    const picture = { id, filename: 'Beach 0.JPG', title: '', description: '', rating: 0 }
    expect(receivedPayloads).toEqual({
      'image.uploaded': {
        ...picture,
        processing_status: 'processing',
        metadata: expect.objectContaining({ width: null, mime_type: 'image/jpeg' }),
      },
      'image.processed': {
        ...picture,
        processing_status: 'completed',
        metadata: expect.objectContaining({ width: 320, height: 200, size: expect.any(Number) }),
      },
      'image.deleted': { id },
      'album.created': { id: album.id, title: 'Trip', description: '' },
      'album.updated': { id: album.id, title: 'Long trip', description: '' },
      'album.deleted': { id: album.id },
      'share.created': { ...share, revoked: false },
      'share.view': { id: link.id, album_id: album.id, view_count: 1, last_viewed_at: expect.any(String) },
      'share.revoked': { ...share, revoked: true },
      'photo.replaced': expect.objectContaining({ id, filename: 'Beach 0.JPG', replaced_at: expect.any(String) }),
      ...expectedPayloads,
    })
    const types = (await log(webhook, '', owner)).deliveries.map(({ type }) => type)
    // adding and removing images also changes the album
    const others = types.filter(type => type !== 'album.updated')
    expect(others.toSorted()).toEqual(ALL_EVENTS.filter(type => type !== 'album.updated').toSorted())
    expect(JSON.stringify(receivedPayloads)).not.toContain(link.token)
  })

  it('S-HOOK-09 contain only subscribed events of the own account, and end when the webhook is deleted', async () => {
    const [wants, wantsOther, deleted] = [
      await created(['album.created']),
      await created(['share.view']),
      await created(),
    ]
    const foreign = await created(ALL_EVENTS, await daymark.createUser({ tier: 'studio' }))
    await ada.delete(`/v1/webhooks/${deleted.id}`)
    const { id } = await createAlbum(ada, 'Only one is notified')
    expect((await takeDelivery(wants)).body.data).toMatchObject({ id })
    await daymark.settle()
    for (const silent of [wantsOther, foreign, deleted])
      expect(receiver.arrived.filter(({ path }) => path === pathOf(silent))).toEqual([])
    expect((await log(wantsOther)).deliveries).toEqual([])
  })

  it('rule 51 have two signatures for 24 hours after a change of the secret', async () => {
    const webhook = await created(['album.created'])
    const { secret } = (await ada.post<Made>(`/v1/webhooks/${webhook.id}/rotate-secret`)).body
    expect(secret).not.toBe(webhook.secret)
    await createAlbum(ada, 'Both')
    const both = await takeDelivery(webhook)
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const one of [secret, webhook.secret]) expect(verifySignature(one, both)).toEqual(both.body)
    await daymark
      .db('developer')
      .sql('UPDATE webhooks SET old_secret_until = $2 WHERE id = $1', [webhook.id, daymark.clock.now()])
    await createAlbum(ada, 'One')
    const one = await takeDelivery(webhook)
    expect(verifySignature(secret, one)).toEqual(one.body)
    expect(() => verifySignature(webhook.secret, one)).toThrow('No matching signature')
    const [stored] = await daymark
      .db('developer')
      .sql<{ secret: Buffer }>('SELECT secret FROM webhooks WHERE id = $1', [webhook.id])
    expect(stored?.secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  })

  it('rule 51 a test is sent once at once, also to a paused webhook, and its result is returned', async () => {
    const webhook = await created(['share.view'])
    await ada.patch(`/v1/webhooks/${webhook.id}`, { active: false })
    let sending: http.v1.Delivery[] = []
    receiver.answers = async (_, response) => {
      sending = (await log(webhook)).deliveries
      response.writeHead(204).end()
    }
    const delivered = await sendTestEvent(ada, webhook)
    const arrived = await takeDelivery(webhook, 'webhook.test')
    expect(verifySignature(webhook.secret, arrived)).toMatchObject({ type: 'webhook.test', id: delivered.id })
    expect(delivered).toMatchObject({ status: 'delivered', attempts: 1, response_status: 204, error: null })
    // a job sends it if the process stops while it waits for the answer
    expect(Date.parse(sending[0]?.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(delivered.created_at) + 60_000)
    receiver.answers = (_, response) => void response.writeHead(500).end()
    expect(await sendTestEvent(ada, webhook)).toMatchObject({
      status: 'failed',
      response_status: 500,
      next_attempt_at: null,
    })
    receiver.answers = (_, response) => response.destroy()
    const error = 'The connection was closed before a response arrived.'
    expect(await sendTestEvent(ada, webhook)).toMatchObject({ status: 'failed', response_status: null, error })
  })
})

describe('the delivery log', () => {
  it('rule 51 has request and answer, is filtered by status and paged, and deliveries can be repeated', async () => {
    const webhook = await created(['album.created'])
    receiver.answers = (_, response) =>
      void response.writeHead(400, { 'x-why': 'because' }).end(`no\0${'x'.repeat(20_000)}`)
    for (const title of ['A', 'B', 'C']) await createAlbum(ada, title)
    await waitForAttempts(daymark, webhook, 3)
    const first = await log(webhook, '?limit=2')
    const second = await log(webhook, `?limit=2&cursor=${first.next_cursor}`)
    expect([first.deliveries.length, second.deliveries.length, second.next_cursor]).toEqual([2, 1, null])
    const [newest, , oldest] = [...first.deliveries, ...second.deliveries]
    expect(newest).toMatchObject({ type: 'album.created', status: 'pending', response_status: 400 })
    expect((await log(webhook, '?status=delivered')).deliveries).toEqual([])
    expect((await ada.get(`/v1/webhooks/${webhook.id}/deliveries?cursor=x`)).status).toBe(400)
    const path = `/v1/webhooks/${webhook.id}/deliveries/${oldest?.id}`
    const { request, response } = (await ada.get<http.v1.DeliveryDetail>(path)).body
    const arrived = await receiver.take(({ headers }) => headers['webhook-id'] === oldest?.id)
    expect(request).toMatchObject({ body: arrived.text, headers: { 'webhook-id': oldest?.id } })
    expect(response?.headers).toMatchObject({ 'x-why': 'because' })
    expect(response?.body).toBe(`no\uFFFD${'x'.repeat(20_000)}`.slice(0, 16 * 1024))
    receiver.answers = (_, response) => void response.writeHead(200).end()
    const again = await ada.post(`${path}/redeliver`)
    expect([again.status, again.body]).toEqual([
      200,
      { success: true, message: 'The delivery will be sent again.', deliveries: 1 },
    ])
    const repeated = await receiver.take(({ headers }) => headers['webhook-id'] === oldest?.id)
    expect(repeated.text).toBe(arrived.text)
    await daymark
      .db('developer')
      .sql(`UPDATE deliveries SET status = 'failed' WHERE webhook_id = $1 AND status = 'pending'`, [webhook.id])
    const remaining = await ada.post<{ deliveries: number }>(`/v1/webhooks/${webhook.id}/redeliver`)
    expect(remaining.body).toEqual({ success: true, message: '2 deliveries will be sent again.', deliveries: 2 })
    const allTaken = async () => (await log(webhook, '?status=delivered')).deliveries.length === 3
    await pollUntil('all were received', allTaken)
  })

  it('rule 51 a webhook whose receiver stays unreachable is turned off, and its owner gets a mail', async () => {
    const webhook = await created(['album.created'])
    receiver.answers = (_, response) => void response.writeHead(410).end()
    await createAlbum(ada, 'Gone')
    const mail = await mailbox.take(ada.email, 'webhook was turned off')
    expect(mail.text).toContain(new URL(webhook.url).host)
    expect(mail.links).toContain('http://daymark.test/developers/webhooks')
    const { active, disabled_reason } = (await ada.get<Made>(`/v1/webhooks/${webhook.id}`)).body
    expect([active, disabled_reason]).toEqual([false, expect.stringContaining('410')])
  })
})
