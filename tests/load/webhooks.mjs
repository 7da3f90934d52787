import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { inParallel } from './client.mjs'
import { alternate, percentile } from './figures.mjs'

const part = 'webhooks'
/** Concurrent requests of the product to one host. */
const AT_ONCE = 8
const BODY = JSON.stringify({ id: randomUUID(), type: 'album.created', data: { id: randomUUID(), title: 'Trip' } })

/** Deliveries per second, and the latency of another user's deliveries while 10,000 wait for a slow receiver. */
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
    const blocked = await webhookOf(installation, `http://127.0.0.1:${never.port}/slow`)
    await enqueue(installation, blocked, slow)
    if (!(await pollUntilTruthy(() => never.requests.size > 0, 20_000, 20)))
      throw new Error('the slow receiver got no request')
    const loaded = await latencies(owner, quick, events)
    report.add({
      part,
      what: 'event to receiver, p99',
      value: percentile(loaded, 0.99),
      unit: 'ms',
      atMost: 250,
      of: `with ${slow} pending deliveries to a receiver that does not respond; ${percentile(alone, 0.99).toFixed(0)} ms without them`,
    })
  } finally {
    for (const one of [quick, never]) one.close()
  }
}

/** Records requests by object id. Without a status it never responds. */
async function receiver(status) {
  const requests = new Map()
  const server = createServer((incoming, response) => {
    const chunks = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('error', () => {})
    incoming.on('end', () => {
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

/** Inserts `count` new deliveries. Activating the webhook enqueues them. */
async function enqueue(installation, client, count) {
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
  await enqueue(installation, owner, count)
  const sql = `SELECT 1 FROM developer.deliveries WHERE webhook_id = $1 AND status = 'pending' LIMIT 1`
  const isDone = async () => (await installation.query(sql, [owner.webhookId])).length === 0
  if (!(await pollUntilTruthy(isDone, 120_000, 10))) throw new Error('deliveries were not sent')
}

async function perSecond(count, work) {
  const began = performance.now()
  await work()
  return count / ((performance.now() - began) / 1000)
}

/** Time from the call that creates an album to its webhook request, in ms. */
async function latencies(owner, { requests }, count) {
  const times = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    const { id } = await owner.json('POST', '/api/albums', { title: `Album ${n}` })
    if (!(await pollUntilTruthy(() => requests.has(id), 30_000, 1))) throw new Error('an event did not arrive')
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
