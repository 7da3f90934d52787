import { randomUUID } from 'node:crypto'
import { albumArranged, albumCreated, albumUpdated, webhooks } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { pollUntil } from '@daymark/testing/outside'
import { type Made, pathOf, WebhookServices } from './webhook-services.ts'

let w: WebhookServices
beforeAll(async () => {
  w = await WebhookServices.start()
  // what failed once is not sent again before the rest that a test looks for
  w.services.clock.hold()
})
afterAll(() => w.stop())
afterEach(() => {
  w.receiver.answers = (_, response) => void response.writeHead(204).end('no')
})

describe('what happens', () => {
  it('a later event of one object is not sent before the first attempt of an earlier one is over', async () => {
    const webhook = await w.webhook({ events: ['album.created', 'album.updated'] })
    const { ownerId } = webhook
    const [first, second] = [randomUUID(), randomUUID()]
    const album = (albumId: string, version: number) => ({
      ...{ albumId, ownerId, version, title: `v${version}`, description: '' },
      ...{ theme: 'auto' as const, isFavorites: false },
    })
    let letGo = () => {}
    w.receiver.answers = ({ body }, response) => {
      if (body.data['id'] === second || body.type === 'album.updated') return void response.writeHead(204).end()
      letGo = () => void response.writeHead(500).end()
    }
    await w.services.publish(albumCreated, first, album(first, 1))
    expect((await w.take(webhook)).body.data).toEqual({ id: first, title: 'v1', description: '' })
    await w.services.publish(albumUpdated, first, album(first, 2))
    await w.services.publish(albumCreated, second, album(second, 1))
    expect((await w.take(webhook)).body.data).toMatchObject({ id: second })
    await w.services.settle()
    expect(w.left(webhook)).toBe(0)
    letGo()
    const { body } = await w.take(webhook)
    expect([body.type, body.data]).toEqual(['album.updated', { id: first, title: 'v2', description: '' }])
  })

  it('frequent changes of an album are one delivery while it is pending, and another one after a different event', async () => {
    const webhook = await w.webhook({ events: ['album.updated', 'album.deleted'] })
    await w.update(webhook, { active: false })
    const { ownerId } = webhook
    const [albumId, other] = [randomUUID(), randomUUID()]
    const arranged = (of: string, version: number, title?: string) =>
      w.services.publish(albumArranged, of, {
        ...{ albumId: of, ownerId, version, placed: [], removed: [randomUUID()] },
        ...(title !== undefined && { title, description: '' }),
      })
    for (let version = 1; version <= 3; version++) await arranged(albumId, version, 'Trip')
    await arranged(albumId, 4)
    await arranged(other, 1, 'Trip')
    await arranged(albumId, 5, 'Long trip')
    await arranged(albumId, 6, 'Trip')
    await w.services.settle()
    expect(await w.deliveries(webhook)).toHaveLength(4)
    await w.update(webhook, { active: true })
    const delivered = [await w.take(webhook), await w.take(webhook), await w.take(webhook), await w.take(webhook)]
    const titles = delivered.filter(({ body }) => body.data['id'] === albumId).map(({ body }) => body.data['title'])
    expect(titles).toEqual(['Trip', 'Long trip', 'Trip'])
  })

  it('events of accounts without a webhook store nothing, and a new webhook receives events from its creation on', async () => {
    const [noted] = await w.services.db('developer').sql<{ n: number }>('SELECT count(*)::int AS n FROM inbox')
    const [one, other] = [await w.owner(), await w.owner()]
    await Promise.all([one, other, one, other].map(owner => w.view(owner)))
    const webhook = await w.webhook({}, one)
    await Promise.all([other, one, other].map(owner => w.view(owner)))
    expect((await w.take(webhook)).body.type).toBe('share.view')
    expect(await w.deliveries(webhook)).toHaveLength(1)
    const marks = await w.services
      .db('developer')
      .sql<{ subscriber: string; n: number }>('SELECT subscriber, count(*)::int AS n FROM inbox GROUP BY 1')
    const sum = marks.reduce((all, { n }) => all + n, 0)
    // two plans and one view
    expect(sum - (noted?.n ?? 0)).toBe(3)
  })

  it('what many receivers took at once is written down of each, as they answered', async () => {
    const held: (() => void)[] = []
    const hooks = await Promise.all(Array.from({ length: 8 }, () => w.webhook()))
    const paths = hooks.map(pathOf)
    w.receiver.answers = ({ path }, response) => {
      // a second attempt of an earlier test
      if (!paths.includes(path)) return void response.writeHead(204).end()
      held.push(() => response.writeHead(200, { 'x-path': path }).end(path))
    }
    await Promise.all(hooks.map(({ ownerId }) => w.view(ownerId)))
    await pollUntil('all are asked', async () => held.length === hooks.length)
    const [gone, ...kept] = hooks as [Made, ...Made[]]
    await w.services.rpc.call(webhooks.deleteWebhook, { webhookId: gone.id }, actorOf(gone.ownerId))
    for (const answer of held) answer()
    for (const hook of kept) {
      const [{ id } = { id: '' }] = await w.until('it is delivered', hook, ([one]) => one?.status === 'delivered')
      const asked = { webhookId: hook.id, deliveryId: id }
      const found = await w.services.rpc.call(webhooks.getDelivery, asked, actorOf(hook.ownerId))
      const [path, delivered] = [pathOf(hook), await w.take(hook)]
      expect(found).toMatchObject({ attempts: 1, responseStatus: 200, error: null, nextAttemptAt: null })
      expect(found.response).toMatchObject({ headers: { 'x-path': path }, body: path })
      expect(found.request).toMatchObject({ body: delivered.text, headers: { 'webhook-id': id } })
    }
  })

  it('an event that comes twice is one delivery', async () => {
    const webhook = await w.webhook({ events: ['album.created'] })
    const { ownerId } = webhook
    const [albumId, id] = [randomUUID(), randomUUID()]
    const state = { albumId, ownerId, version: 1, title: 'Trip', description: '', isFavorites: false }
    for (let times = 0; times < 3; times++)
      await w.services.publish(albumCreated, albumId, { ...state, theme: 'auto' }, id)
    await w.services.settle()
    expect(await w.deliveries(webhook)).toHaveLength(1)
  })
})
