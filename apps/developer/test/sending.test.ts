import { randomUUID } from 'node:crypto'
import { developerMailRequested, type EventOf, userAccessChanged, webhooks } from '@daymark/contracts'
import { actorOf } from '@daymark/testing'
import { pollUntil, Receiver } from '@daymark/testing/outside'
import { DeleteOldDeliveries } from '../src/operation/cleanup.jobs.ts'
import { type Made, pathOf, WebhookServices } from './webhook-services.ts'

type Mail = EventOf<typeof developerMailRequested>
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
const RETRY_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
const answering =
  (status: number, headers = {}): WebhookServices['receiver']['answers'] =>
  (_, response) =>
    void response.writeHead(status, headers).end('no')

let w: WebhookServices
const mails: Mail[] = []
beforeAll(async () => {
  w = await WebhookServices.start()
  w.services.clock.hold()
  await w.services.process.transport.listen([developerMailRequested.name], mail => void mails.push(mail as Mail))
})
afterAll(() => w.stop())
afterEach(() => {
  w.receiver.answers = answering(204)
})

const attemptsOf = (webhook: Made, attempts: number) =>
  w.until(`${attempts} attempts`, webhook, ([one]) => one?.attempts === attempts)
it('rule 51: ten test deliveries and 100 redeliveries of an owner in 15 minutes, over all webhooks; then 429', async () => {
  const { id: webhookId, ownerId } = await w.webhook()
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

describe('a delivery that fails', () => {
  it('rule 51 is tried again after 5 s, 5 m, 30 m, 2 h, 5 h and 10 h, under the same id, and then has failed', async () => {
    w.receiver.answers = answering(500)
    const webhook = await w.webhook()
    await w.view(webhook.ownerId)
    const ids = new Set([(await w.take(webhook)).headers['webhook-id']])
    for (const [retry, wait] of RETRY_DELAYS.entries()) {
      const [waiting] = await attemptsOf(webhook, retry + 1)
      expect(waiting).toMatchObject({
        status: 'pending',
        responseStatus: 500,
        error: 'The receiver responded with status 500.',
      })
      expect(+new Date(waiting?.nextAttemptAt ?? 0) - +new Date(waiting?.attemptedAt ?? 0)).toBe(wait)
      w.services.clock.advance(wait)
      ids.add((await w.take(webhook)).headers['webhook-id'])
    }
    const [failed] = await attemptsOf(webhook, 7)
    expect(failed).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect([...ids]).toEqual([failed?.id])
    expect((await w.get(webhook)).active).toBe(true)
  })

  it('rule 51 410 turns the webhook off at once and tells its owner; what comes then waits until it is turned on', async () => {
    w.receiver.answers = answering(410)
    const webhook = await w.webhook()
    await w.view(webhook.ownerId)
    await w.until('it failed', webhook, ([one]) => one?.status === 'failed')
    expect(await w.get(webhook)).toMatchObject({ active: false, disabledReason: expect.stringContaining('410') })
    await w.services.settle()
    const [mail] = mails.filter(({ data }) => data.userId === webhook.ownerId)
    expect(mail?.data.paragraphs.join(' ')).toContain(new URL(webhook.url).host)
    expect(JSON.stringify(mail)).not.toContain(pathOf(webhook))
    await w.take(webhook)
    w.receiver.answers = answering(204)
    await w.view(webhook.ownerId, 2)
    expect((await w.deliveries(webhook)).map(({ status }) => status)).toEqual(['pending', 'failed'])
    expect(await w.update(webhook, { active: true })).toMatchObject({ active: true, disabledReason: null })
    expect((await w.take(webhook)).body.data).toMatchObject({ view_count: 2 })
  })

  it('rule 51 five days in which nothing was taken turn it off; anything that was taken in between does not', async () => {
    const [lucky, unlucky] = [await w.webhook(), await w.webhook()]
    w.receiver.answers = answering(500)
    await Promise.all([w.view(lucky.ownerId), w.view(unlucky.ownerId)])
    await Promise.all([attemptsOf(lucky, 1), attemptsOf(unlucky, 1)])
    await w.update(unlucky, { events: ['share.view'] })
    w.services.clock.advance(5 * DAY - 20 * HOUR)
    w.receiver.answers = ({ path }, response) => void response.writeHead(path === pathOf(lucky) ? 204 : 500).end()
    await w.until('one was taken', lucky, ([one]) => one?.status === 'delivered')
    await attemptsOf(unlucky, 2)
    w.receiver.answers = answering(500)
    await w.view(lucky.ownerId)
    await w.until('a new one failed', lucky, ([one]) => one?.attempts === 1 && one.status === 'pending')
    for (const [retry, wait] of RETRY_DELAYS.slice(1).entries()) {
      w.services.clock.advance(wait)
      await attemptsOf(unlucky, retry + 3)
      await w.until(`attempt ${retry + 2}`, lucky, ([one]) => one?.attempts === retry + 2)
    }
    expect(await w.get(unlucky)).toMatchObject({ active: true })
    w.services.clock.advance(10 * HOUR)
    await w.until('the last attempt', lucky, ([one]) => one?.status === 'failed')
    const again = { webhookId: unlucky.id }
    await w.services.rpc.call(webhooks.redeliverFailed, again, actorOf(unlucky.ownerId))
    for (const [retry, wait] of RETRY_DELAYS.entries()) {
      await attemptsOf(unlucky, 8 + retry)
      w.services.clock.advance(wait)
    }
    await w.until('it failed again', unlucky, ([one]) => one?.status === 'failed' && one.attempts === 14)
    const disabledReason = 'No delivery succeeded for 5 days.'
    expect(await w.get(unlucky)).toMatchObject({ active: false, disabledReason })
    expect(await w.get(lucky)).toMatchObject({ active: true, disabledReason: null })
  })
})

describe('what waits', () => {
  it('a paused webhook is sent nothing, and then all of it in order', async () => {
    const webhook = await w.webhook()
    await w.update(webhook, { active: false })
    const link = randomUUID()
    for (const count of [1, 2, 3]) await w.view(webhook.ownerId, count, link)
    expect((await w.deliveries(webhook)).map(({ attempts }) => attempts)).toEqual([0, 0, 0])
    await w.update(webhook, { active: true })
    for (const count of [1, 2, 3]) expect((await w.take(webhook)).body.data).toMatchObject({ view_count: count })
  })

  it('rule 13 nothing is sent while the plan does not include it, and all of it when it does again', async () => {
    const webhook = await w.webhook()
    await w.plan(webhook.ownerId, 'starter')
    await w.view(webhook.ownerId)
    const other = await w.webhook()
    await w.view(other.ownerId)
    await w.take(other)
    expect((await w.deliveries(webhook)).map(({ status }) => status)).toEqual(['pending'])
    await w.plan(webhook.ownerId, 'studio')
    await w.take(webhook)
  })

  it('rule 47 nothing is sent for an owner who may not act', async () => {
    const webhook = await w.webhook()
    const may = (mayAct: boolean, version: number) =>
      w.services.publish(userAccessChanged, webhook.ownerId, { userId: webhook.ownerId, version, mayAct })
    await may(false, 1)
    await w.services.settle()
    await w.view(webhook.ownerId)
    const other = await w.webhook()
    await w.view(other.ownerId)
    await w.take(other)
    expect((await w.deliveries(webhook)).map(({ status }) => status)).toEqual(['pending'])
    await may(true, 2)
    await w.take(webhook)
  })

  it('what was taken by a process that died is sent by another when its lease is over', async () => {
    const webhook = await w.webhook()
    await w.update(webhook, { active: false })
    await w.view(webhook.ownerId)
    const now = w.services.clock.now()
    await w.services.db('developer').sql(
      `INSERT INTO job_queue (kind, key, account, payload, run_at, lease, attempts, created_at)
       SELECT 'deliver-webhook', id, $4, jsonb_build_object('id', id, 'type', 'deliver-webhook', 'subject', id,
         'data', jsonb_build_object('deliveryId', id)), $3, gen_random_uuid(), 1, $2 FROM deliveries WHERE webhook_id = $1`,
      [webhook.id, now, new Date(+now + 30 * SECOND), webhook.ownerId],
    )
    await w.update(webhook, { active: true })
    const other = await w.webhook()
    await w.view(other.ownerId)
    await w.take(other)
    expect(w.left(webhook)).toBe(0)
    w.services.clock.advance(31 * SECOND)
    await w.take(webhook)
  })

  it('is forgotten after seven days, like what was sent', async () => {
    const webhook = await w.webhook()
    await w.view(webhook.ownerId)
    await w.until('it was sent', webhook, ([one]) => one?.status === 'delivered')
    await w.take(webhook)
    await w.update(webhook, { active: false })
    await w.view(webhook.ownerId)
    w.services.clock.advance(6 * DAY)
    await w.services.runJob('developer', DeleteOldDeliveries)
    expect(await w.deliveries(webhook)).toHaveLength(2)
    w.services.clock.advance(DAY + SECOND)
    await w.services.runJob('developer', DeleteOldDeliveries)
    expect(await w.deliveries(webhook)).toEqual([])
  })
})

describe('a receiver that takes its time', () => {
  it('has at most eight deliveries in flight and delays no other receiver of any owner', async () => {
    const [slowly, elsewhere] = [await Receiver.open(), await Receiver.open()]
    const held: (() => void)[] = []
    slowly.answers = (_, response) => void held.push(() => void response.writeHead(204).end())
    const slow = await w.webhook({ url: slowly.url })
    const neighbour = await w.webhook({ url: `${elsewhere.url}/neighbour` }, slow.ownerId)
    const other = await w.webhook({ url: `${elsewhere.url}/other` })
    for (let n = 0; n < 30; n++) await w.view(slow.ownerId, n)
    await pollUntil('eight are held', () => held.length === 8)
    await w.until('others were sent', neighbour, all => all.every(({ status }) => status === 'delivered'))
    await w.view(other.ownerId)
    await elsewhere.take(({ path }) => path === '/other')
    const sent = (await w.deliveries(slow)).filter(({ nextAttemptAt }) => nextAttemptAt === null)
    expect([held.length, sent.length]).toEqual([8, 8])
    slowly.answers = answering(204)
    for (const answer of held) answer()
    await w.until('all were sent', slow, all => all.every(({ status }) => status === 'delivered'))
    await Promise.all([slowly.close(), elsewhere.close()])
  })
})
