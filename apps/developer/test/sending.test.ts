import { randomUUID } from 'node:crypto'
import { developerMailRequested, type EventOf, userAccessChanged, webhooks } from '@daymark/contracts'
import { actorOf, setUp } from '@daymark/testing'
import { pollUntil, Receiver } from '@daymark/testing/outside'
import { DeleteOldDeliveries } from '../src/operation/cleanup.jobs.ts'
import { type CreatedWebhook, pathOf, WebhookServices } from './webhook-services.ts'

type Mail = EventOf<typeof developerMailRequested>
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
const respondWith =
  (status: number, headers = {}): WebhookServices['receiver']['answers'] =>
  (_, response) =>
    void response.writeHead(status, headers).end('no')

const w = setUp(() => WebhookServices.start())
const mails: Mail[] = []
beforeAll(async () => {
  w.services.clock.hold()
  await w.services.process.transport.listen([developerMailRequested.name], mail => void mails.push(mail as Mail))
})
afterEach(() => {
  w.receiver.answers = respondWith(204)
})

const waitForAttempts = (webhook: CreatedWebhook, attempts: number) =>
  w.waitForDeliveries(`${attempts} attempts`, webhook, ([one]) => one?.attempts === attempts)
it('rule 51: an owner can request ten test deliveries and 100 redeliveries in 15 minutes; further requests get 429', async () => {
  const { id: webhookId, ownerId } = await w.createWebhook()
  const statusOf = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  const times = (count: number, call: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, () => statusOf(call())))
  const test = () => w.services.rpc.call(webhooks.testWebhook, { webhookId }, actorOf(ownerId))
  expect((await times(12, test)).toSorted()).toEqual([...Array(10).fill(200), 429, 429])
  const redeliver = () => w.services.rpc.call(webhooks.redeliverFailed, { webhookId }, actorOf(ownerId))
  expect((await times(101, redeliver)).toSorted()).toEqual([...Array(100).fill(200), 429])
  w.services.clock.advance(15 * MINUTE)
  expect(await statusOf(test())).toBe(200)
})

describe('a failed delivery', () => {
  it('rule 51 is retried after 5 s, 5 m, 30 m, 2 h, 5 h and 10 h with the same id, and then becomes `failed`', async () => {
    w.receiver.answers = respondWith(500)
    const webhook = await w.createWebhook()
    await w.recordVisit(webhook.ownerId)
    const ids = new Set([(await w.takeRequest(webhook)).headers['webhook-id']])
    for (const [retry, wait] of RETRY_DELAYS_MS.entries()) {
      const [waiting] = await waitForAttempts(webhook, retry + 1)
      expect(waiting).toMatchObject({
        status: 'pending',
        responseStatus: 500,
        error: 'The receiver responded with status 500.',
      })
      expect(+new Date(waiting?.nextAttemptAt ?? 0) - +new Date(waiting?.attemptedAt ?? 0)).toBe(wait)
      w.services.clock.advance(wait)
      ids.add((await w.takeRequest(webhook)).headers['webhook-id'])
    }
    const [failed] = await waitForAttempts(webhook, 7)
    expect(failed).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect([...ids]).toEqual([failed?.id])
    expect((await w.getWebhook(webhook)).active).toBe(true)
  })

  it('rule 51 with status 410 disables the webhook and mails its owner; later events wait until it is enabled', async () => {
    w.receiver.answers = respondWith(410)
    const webhook = await w.createWebhook()
    await w.recordVisit(webhook.ownerId)
    await w.waitForDeliveries('it failed', webhook, ([one]) => one?.status === 'failed')
    expect(await w.getWebhook(webhook)).toMatchObject({ active: false, disabledReason: expect.stringContaining('410') })
    await w.services.settle()
    const [mail] = mails.filter(({ data }) => data.userId === webhook.ownerId)
    expect(mail?.data.paragraphs.join(' ')).toContain(new URL(webhook.url).host)
    expect(JSON.stringify(mail)).not.toContain(pathOf(webhook))
    await w.takeRequest(webhook)
    w.receiver.answers = respondWith(204)
    await w.recordVisit(webhook.ownerId, 2)
    expect((await w.listDeliveries(webhook)).map(({ status }) => status)).toEqual(['pending', 'failed'])
    expect(await w.updateWebhook(webhook, { active: true })).toMatchObject({ active: true, disabledReason: null })
    expect((await w.takeRequest(webhook)).body.data).toMatchObject({ view_count: 2 })
  })

  it('rule 51 disables the webhook if no delivery succeeded for five days, but not after a success in between', async () => {
    const [lucky, unlucky] = [await w.createWebhook(), await w.createWebhook()]
    w.receiver.answers = respondWith(500)
    await Promise.all([w.recordVisit(lucky.ownerId), w.recordVisit(unlucky.ownerId)])
    await Promise.all([waitForAttempts(lucky, 1), waitForAttempts(unlucky, 1)])
    await w.updateWebhook(unlucky, { events: ['share.view'] })
    w.services.clock.advance(5 * DAY - 20 * HOUR)
    w.receiver.answers = ({ path }, response) => void response.writeHead(path === pathOf(lucky) ? 204 : 500).end()
    await w.waitForDeliveries('one was taken', lucky, ([one]) => one?.status === 'delivered')
    await waitForAttempts(unlucky, 2)
    w.receiver.answers = respondWith(500)
    await w.recordVisit(lucky.ownerId)
    await w.waitForDeliveries('a new one failed', lucky, ([one]) => one?.attempts === 1 && one.status === 'pending')
    for (const [retry, wait] of RETRY_DELAYS_MS.slice(1).entries()) {
      w.services.clock.advance(wait)
      await waitForAttempts(unlucky, retry + 3)
      await w.waitForDeliveries(`attempt ${retry + 2}`, lucky, ([one]) => one?.attempts === retry + 2)
    }
    expect(await w.getWebhook(unlucky)).toMatchObject({ active: true })
    w.services.clock.advance(10 * HOUR)
    await w.waitForDeliveries('the last attempt', lucky, ([one]) => one?.status === 'failed')
    const again = { webhookId: unlucky.id }
    await w.services.rpc.call(webhooks.redeliverFailed, again, actorOf(unlucky.ownerId))
    for (const [retry, wait] of RETRY_DELAYS_MS.entries()) {
      await waitForAttempts(unlucky, 8 + retry)
      w.services.clock.advance(wait)
    }
    await w.waitForDeliveries('it failed again', unlucky, ([one]) => one?.status === 'failed' && one.attempts === 14)
    const disabledReason = 'No delivery succeeded for 5 days.'
    expect(await w.getWebhook(unlucky)).toMatchObject({ active: false, disabledReason })
    expect(await w.getWebhook(lucky)).toMatchObject({ active: true, disabledReason: null })
  })
})

describe('a pending delivery', () => {
  it('waits while the webhook is paused; afterwards all are sent in order', async () => {
    const webhook = await w.createWebhook()
    await w.updateWebhook(webhook, { active: false })
    const link = randomUUID()
    for (const count of [1, 2, 3]) await w.recordVisit(webhook.ownerId, count, link)
    expect((await w.listDeliveries(webhook)).map(({ attempts }) => attempts)).toEqual([0, 0, 0])
    await w.updateWebhook(webhook, { active: true })
    for (const count of [1, 2, 3]) expect((await w.takeRequest(webhook)).body.data).toMatchObject({ view_count: count })
  })

  it('rule 13 waits while the plan of the owner does not include webhooks', async () => {
    const webhook = await w.createWebhook()
    await w.changePlan(webhook.ownerId, 'starter')
    await w.recordVisit(webhook.ownerId)
    const other = await w.createWebhook()
    await w.recordVisit(other.ownerId)
    await w.takeRequest(other)
    expect((await w.listDeliveries(webhook)).map(({ status }) => status)).toEqual(['pending'])
    await w.changePlan(webhook.ownerId, 'studio')
    await w.takeRequest(webhook)
  })

  it('rule 47 waits while its owner is suspended', async () => {
    const webhook = await w.createWebhook()
    const publishAccess = (mayAct: boolean, version: number) =>
      w.services.publish(userAccessChanged, webhook.ownerId, { userId: webhook.ownerId, version, mayAct })
    await publishAccess(false, 1)
    await w.services.settle()
    await w.recordVisit(webhook.ownerId)
    const other = await w.createWebhook()
    await w.recordVisit(other.ownerId)
    await w.takeRequest(other)
    expect((await w.listDeliveries(webhook)).map(({ status }) => status)).toEqual(['pending'])
    await publishAccess(true, 2)
    await w.takeRequest(webhook)
  })

  it('of a process that died is sent by another process after the lease has expired', async () => {
    const webhook = await w.createWebhook()
    await w.updateWebhook(webhook, { active: false })
    await w.recordVisit(webhook.ownerId)
    const now = w.services.clock.now()
    await w.services.db('developer').sql(
      `INSERT INTO job_queue (kind, key, account, payload, run_at, lease, attempts, created_at)
       SELECT 'deliver-webhook', id, $4, jsonb_build_object('id', id, 'type', 'deliver-webhook', 'subject', id,
         'data', jsonb_build_object('deliveryId', id)), $3, gen_random_uuid(), 1, $2 FROM deliveries WHERE webhook_id = $1`,
      [webhook.id, now, new Date(+now + 30 * SECOND), webhook.ownerId],
    )
    await w.updateWebhook(webhook, { active: true })
    const other = await w.createWebhook()
    await w.recordVisit(other.ownerId)
    await w.takeRequest(other)
    expect(w.countRemainingRequests(webhook)).toBe(0)
    w.services.clock.advance(31 * SECOND)
    await w.takeRequest(webhook)
  })

  it('is deleted after seven days, like a completed one', async () => {
    const webhook = await w.createWebhook()
    await w.recordVisit(webhook.ownerId)
    await w.waitForDeliveries('it was sent', webhook, ([one]) => one?.status === 'delivered')
    await w.takeRequest(webhook)
    await w.updateWebhook(webhook, { active: false })
    await w.recordVisit(webhook.ownerId)
    w.services.clock.advance(6 * DAY)
    await w.services.runJob('developer', DeleteOldDeliveries)
    expect(await w.listDeliveries(webhook)).toHaveLength(2)
    w.services.clock.advance(DAY + SECOND)
    await w.services.runJob('developer', DeleteOldDeliveries)
    expect(await w.listDeliveries(webhook)).toEqual([])
  })
})

describe('a slow receiver', () => {
  it('has at most eight deliveries in flight and delays no other receiver of any owner', async () => {
    const [slowReceiver, fastReceiver] = [await Receiver.open(), await Receiver.open()]
    const heldResponses: (() => void)[] = []
    slowReceiver.answers = (_, response) => void heldResponses.push(() => void response.writeHead(204).end())
    const slow = await w.createWebhook({ url: slowReceiver.url })
    const neighbor = await w.createWebhook({ url: `${fastReceiver.url}/neighbor` }, slow.ownerId)
    const other = await w.createWebhook({ url: `${fastReceiver.url}/other` })
    for (let n = 0; n < 30; n++) await w.recordVisit(slow.ownerId, n)
    await pollUntil('eight are held', () => heldResponses.length === 8)
    await w.waitForDeliveries('others were sent', neighbor, all => all.every(({ status }) => status === 'delivered'))
    await w.recordVisit(other.ownerId)
    await fastReceiver.take(({ path }) => path === '/other')
    const sent = (await w.listDeliveries(slow)).filter(({ nextAttemptAt }) => nextAttemptAt === null)
    expect([heldResponses.length, sent.length]).toEqual([8, 8])
    slowReceiver.answers = respondWith(204)
    for (const answer of heldResponses) answer()
    await w.waitForDeliveries('all were sent', slow, all => all.every(({ status }) => status === 'delivered'))
    await Promise.all([slowReceiver.close(), fastReceiver.close()])
  })
})
