import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { until } from '../../deploy/local/processes.mjs'
import { inParallel } from './client.mjs'
import { alternate, percentile } from './figures.mjs'

const part = 'webhooks'
/** As the product has in flight to one host. */
const AT_ONCE = 8
const BODY = JSON.stringify({ id: randomUUID(), type: 'album.created', data: { id: randomUUID(), title: 'Trip' } })

/** Deliveries per second, and what 10,000 that wait for a slow receiver do to those of somebody else. */
export async function measureWebhooks({ installation, report, counts }) {
  const { rounds, each, slow, events } = counts.webhooks
  const [quick, never] = [await receiver(204), await receiver(undefined)]
  try {
    const owner = await webhookOf(installation, `http://127.0.0.1:${quick.port}/quick`)
    const { ratio, product } = await alternate(
      rounds,
      () => perSecond(each, () => inParallel(AT_ONCE, Array(each).fill(`http://127.0.0.1:${quick.port}/`), post)),
      () => perSecond(each, () => drained(installation, owner, each)),
    )
    const of = `${product.toFixed(0)}/s, ${AT_ONCE} at once to one host; reference: a bare program that posts the same`
    report.add({ part, what: 'deliveries per second', value: ratio, atLeast: 0.2, of })

    const alone = await latencies(owner, quick, events)
    const sluggish = await webhookOf(installation, `http://127.0.0.1:${never.port}/slow`)
    await wait(installation, sluggish, slow)
    if (!(await until(() => never.requests.size > 0, 20_000, 20))) throw new Error('nothing came to the slow receiver')
    const beside = await latencies(owner, quick, events)
    report.add({
      part,
      what: 'event to receiver, p99',
      value: percentile(beside, 0.99),
      unit: 'ms',
      atMost: 250,
      of: `beside ${slow} deliveries to a receiver that does not answer; ${percentile(alone, 0.99).toFixed(0)} ms without them`,
    })
  } finally {
    for (const one of [quick, never]) one.close()
  }
}

/** Counts what comes by the object it is about; without a status it never answers. */
async function receiver(status) {
  const requests = new Map()
  const server = createServer((asked, response) => {
    const chunks = []
    asked.on('data', chunk => chunks.push(chunk))
    asked.on('error', () => {})
    asked.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString())
      requests.set(data.id, performance.now())
      if (status) response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: server.address().port, requests, close }
}

async function webhookOf(installation, url) {
  const client = await installation.photographer()
  const { id } = await client.json('POST', '/v1/webhooks', { url, events: ['album.created'] })
  return Object.assign(client, { webhookId: id })
}

/** Deliveries of so many events, as if they had come a moment ago: turning the webhook on enqueues them. */
async function wait(installation, client, count) {
  const { webhookId } = client
  await installation.query(
    `INSERT INTO developer.deliveries (webhook_id, event_id, object_id, type, data, created_at)
     SELECT $1, gen_random_uuid(), n::text, 'album.created', '{"id":"' || n || '","title":"Trip"}', now()
     FROM generate_series(1, $2::int) AS n`,
    [webhookId, count],
  )
  await client.json('PATCH', `/v1/webhooks/${webhookId}`, { active: true })
}
async function drained(installation, owner, count) {
  await wait(installation, owner, count)
  const sql = `SELECT 1 FROM developer.deliveries WHERE webhook_id = $1 AND status = 'pending' LIMIT 1`
  const isDone = async () => (await installation.query(sql, [owner.webhookId])).length === 0
  if (!(await until(isDone, 120_000, 10))) throw new Error('deliveries are not sent')
}

async function perSecond(count, work) {
  const began = performance.now()
  await work()
  return count / ((performance.now() - began) / 1000)
}

/** From the call that makes an album to the request that tells of it, in ms. */
async function latencies(owner, { requests }, count) {
  const times = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    const { id } = await owner.json('POST', '/api/albums', { title: `Album ${n}` })
    if (!(await until(() => requests.has(id), 30_000, 1))) throw new Error('an event did not come')
    times.push(requests.get(id) - began)
  }
  return times
}

async function post(url) {
  const sent = request(url, { method: 'POST', agent: false, headers: { 'content-length': Buffer.byteLength(BODY) } })
  sent.end(BODY)
  const [response] = await once(sent, 'response')
  await response
    .resume()
    .toArray()
    .catch(() => {})
}
