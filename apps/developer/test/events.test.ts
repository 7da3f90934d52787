import { randomUUID } from 'node:crypto'
import { albumArranged, albumCreated, albumUpdated, webhooks } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { pollUntil } from '@daymark/testing/outside'
import { type CreatedWebhook, pathOf, WebhookServices } from './webhook-services.ts'

const w = setUp(() => WebhookServices.start())
beforeAll(() => {
  // No retry of a failed delivery may run before the deliveries that a test expects.
  w.services.clock.hold()
})
afterEach(() => {
  w.receiver.answers = (_, response) => void response.writeHead(204).end('no')
})

describe('events', () => {
  it('are delivered in order: a later event of an object waits for the first attempt of an earlier one', async () => {
    const webhook = await w.createWebhook({ events: ['album.created', 'album.updated'] })
    const { ownerId } = webhook
    const [first, second] = [randomUUID(), randomUUID()]
    const album = (albumId: string, version: number) => ({
      albumId,
      ownerId,
      version,
      title: `v${version}`,
      description: '',
      theme: 'auto' as const,
      isFavorites: false,
    })
    let respond = () => {}
    w.receiver.answers = ({ body }, response) => {
      if (body.data['id'] === second || body.type === 'album.updated') return void response.writeHead(204).end()
      respond = () => void response.writeHead(500).end()
    }
    await w.services.publish(albumCreated, first, album(first, 1))
    expect((await w.takeRequest(webhook)).body.data).toEqual({ id: first, title: 'v1', description: '' })
    await w.services.publish(albumUpdated, first, album(first, 2))
    await w.services.publish(albumCreated, second, album(second, 1))
    expect((await w.takeRequest(webhook)).body.data).toMatchObject({ id: second })
    await w.services.settle()
    expect(w.countRemainingRequests(webhook)).toBe(0)
    respond()
    const { body } = await w.takeRequest(webhook)
    expect([body.type, body.data]).toEqual(['album.updated', { id: first, title: 'v2', description: '' }])
  })

  it('of the same album with the same content share one delivery while it is pending, unless a different event is between', async () => {
    const webhook = await w.createWebhook({ events: ['album.updated', 'album.deleted'] })
    await w.updateWebhook(webhook, { active: false })
    const { ownerId } = webhook
    const [albumId, other] = [randomUUID(), randomUUID()]
    const publishArranged = (of: string, version: number, title?: string) =>
      w.services.publish(albumArranged, of, {
        albumId: of,
        ownerId,
        version,
        placed: [],
        removed: [randomUUID()],
        ...(title !== undefined && { title, description: '' }),
      })
    for (let version = 1; version <= 3; version++) await publishArranged(albumId, version, 'Trip')
    await publishArranged(albumId, 4)
    await publishArranged(other, 1, 'Trip')
    await publishArranged(albumId, 5, 'Long trip')
    await publishArranged(albumId, 6, 'Trip')
    await w.services.settle()
    expect(await w.listDeliveries(webhook)).toHaveLength(4)
    await w.updateWebhook(webhook, { active: true })
    const delivered = [
      await w.takeRequest(webhook),
      await w.takeRequest(webhook),
      await w.takeRequest(webhook),
      await w.takeRequest(webhook),
    ]
    const titles = delivered.filter(({ body }) => body.data['id'] === albumId).map(({ body }) => body.data['title'])
    expect(titles).toEqual(['Trip', 'Long trip', 'Trip'])
  })

  it('of accounts without a webhook are not stored, and a new webhook receives only events after its creation', async () => {
    const [noted] = await w.services.db('developer').sql<{ n: number }>('SELECT count(*)::int AS n FROM inbox')
    const [one, other] = [await w.createOwner(), await w.createOwner()]
    await Promise.all([one, other, one, other].map(owner => w.recordVisit(owner)))
    const webhook = await w.createWebhook({}, one)
    await Promise.all([other, one, other].map(owner => w.recordVisit(owner)))
    expect((await w.takeRequest(webhook)).body.type).toBe('share.view')
    expect(await w.listDeliveries(webhook)).toHaveLength(1)
    const marks = await w.services
      .db('developer')
      .sql<{ subscriber: string; n: number }>('SELECT subscriber, count(*)::int AS n FROM inbox GROUP BY 1')
    const sum = marks.reduce((all, { n }) => all + n, 0)
    // The plan changes of two owners, and one visit.
    expect(sum - (noted?.n ?? 0)).toBe(3)
  })

  it('that many receivers take concurrently are recorded with the response of each receiver', async () => {
    const heldResponses: (() => void)[] = []
    const hooks = await Promise.all(Array.from({ length: 8 }, () => w.createWebhook()))
    const paths = hooks.map(pathOf)
    w.receiver.answers = ({ path }, response) => {
      // The request may be a retry of a delivery of an earlier test.
      if (!paths.includes(path)) return void response.writeHead(204).end()
      heldResponses.push(() => response.writeHead(200, { 'x-path': path }).end(path))
    }
    await Promise.all(hooks.map(({ ownerId }) => w.recordVisit(ownerId)))
    await pollUntil('all receivers have a request', async () => heldResponses.length === hooks.length)
    const [gone, ...kept] = hooks as [CreatedWebhook, ...CreatedWebhook[]]
    await w.services.rpc.call(webhooks.deleteWebhook, { webhookId: gone.id }, actorOf(gone.ownerId))
    for (const answer of heldResponses) answer()
    for (const hook of kept) {
      const [{ id } = { id: '' }] = await w.waitForDeliveries(
        'it is delivered',
        hook,
        ([one]) => one?.status === 'delivered',
      )
      const deliveryRequest = { webhookId: hook.id, deliveryId: id }
      const delivery = await w.services.rpc.call(webhooks.getDelivery, deliveryRequest, actorOf(hook.ownerId))
      const [path, delivered] = [pathOf(hook), await w.takeRequest(hook)]
      expect(delivery).toMatchObject({ attempts: 1, responseStatus: 200, error: null, nextAttemptAt: null })
      expect(delivery.response).toMatchObject({ headers: { 'x-path': path }, body: path })
      expect(delivery.request).toMatchObject({ body: delivered.text, headers: { 'webhook-id': id } })
    }
  })

  it('that arrive several times are delivered once', async () => {
    const webhook = await w.createWebhook({ events: ['album.created'] })
    const { ownerId } = webhook
    const [albumId, id] = [randomUUID(), randomUUID()]
    const state = { albumId, ownerId, version: 1, title: 'Trip', description: '', isFavorites: false }
    for (let times = 0; times < 3; times++)
      await w.services.publish(albumCreated, albumId, { ...state, theme: 'auto' }, id)
    await w.services.settle()
    expect(await w.listDeliveries(webhook)).toHaveLength(1)
  })
})
