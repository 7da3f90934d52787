// node tests/load/record-faults.mjs: causes faults in the built product and scrapes its metrics as Prometheus does. Writes the metrics
// and the expected alerts to deploy/prometheus/tests/recorded-faults.yml. Takes a quarter of an hour.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { freePort } from '../../deploy/local/ports.mjs'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { Installation } from './installation.mjs'
import { recordOf } from './recorded-series.mjs'

const EACH_MS = 15_000
const WAIT_MS = 120_000
/** Few attempts, but enough to outlast a lock. */
const ATTEMPTS = { DAYMARK_DELIVERY_ATTEMPTS: '6', DAYMARK_DELIVERY_BACKOFF_MAX_MS: '5000' }
const minutes = n => n * 60_000

/** A product whose metrics are recorded under `name`. */
async function watched(names, settings = {}) {
  const port = await freePort()
  const installation = await Installation.create({ DAYMARK_OPS_PORT: String(port), ...settings })
  await installation.start()
  const recording = recordOf(`http://127.0.0.1:${port}/metrics`, names, EACH_MS)
  return { installation, recording, end: () => (recording.stop(), installation.remove()) }
}

/** Holds a database lock while `work` runs. */
async function holding(installation, sql, ms) {
  const client = await installation.connect()
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await delay(ms)
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
}

/** A replica that hangs while it is the leader: no other replica takes over, and events are not published. */
async function outboxOld() {
  const { installation, recording, end } = await watched(['daymark_outbox_age_seconds{service="identity"'])
  try {
    await delay(minutes(1))
    const hung = await installation.connect()
    const mine = hung.query("SELECT pg_advisory_lock(hashtext('outbox_identity'))")
    await delay(1000)
    await installation.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'daymark-identity-relay'",
    )
    await mine
    await installation.photographer()
    await delay(minutes(10.8))
    const at = recording.now()
    await hung.end()
    await delay(minutes(1.2))
    const fired = { alert: 'DaymarkOutboxOld', severity: 'page', before: 60, at, after: recording.now() }
    return recording.test('the process that publishes events of identity hangs', [fired])
  } finally {
    await end()
  }
}

/** Tables locked for two minutes, a missing table, and a killed process. */
async function lateAndDown() {
  const names = [
    'up',
    'daymark_dead_letters_rows{service="sharing"',
    'daymark_library_photo_ready_duration_seconds_count',
    'daymark_library_photo_ready_duration_seconds_bucket',
    'daymark_developer_delivery_wait_seconds_count',
    'daymark_developer_delivery_wait_seconds_bucket',
  ]
  const settings = { DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true', ...ATTEMPTS }
  const { installation, recording, end } = await watched(names, settings)
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const owner = await installation.photographer()
    const url = `http://127.0.0.1:${receiver.address().port}/`
    const { id } = await owner.json('POST', '/v1/webhooks', { url, events: ['album.created'] })
    const upload = async n => owner.upload('/api/images', `${n}.jpg`, [await picture(n)])
    // Prometheus needs two values to see that a counter grows.
    await owner.json('POST', '/api/albums', { title: 'Before' })
    await upload(1)
    await installation.settled(owner.userId, WAIT_MS)
    await delay(minutes(1))
    await installation.query('ALTER TABLE sharing.photos RENAME TO photos_gone')
    await installation.query(
      `INSERT INTO developer.deliveries (webhook_id, event_id, object_id, type, data, created_at)
       SELECT $1, gen_random_uuid(), n::text, 'album.created', '{}', now() FROM generate_series(1, 5) n`,
      [id],
    )
    const photos = holding(installation, 'LOCK TABLE media.renditions IN EXCLUSIVE MODE', minutes(1.5))
    const webhooks = holding(installation, 'LOCK TABLE developer.webhooks IN ACCESS EXCLUSIVE MODE', minutes(1.5))
    for (let n = 2; n < 8; n++) await upload(n)
    await Promise.all([photos, webhooks])
    await installation.settled(owner.userId, WAIT_MS)
    const isDead = async () => (await installation.query('SELECT 1 FROM sharing.dead_letters LIMIT 1')).length > 0
    if (!(await pollUntilTruthy(isDead, WAIT_MS, 500))) throw new Error('sharing has given up no event')
    await delay(minutes(4.5))
    const late = recording.now()
    process.kill(installation.pid, 'SIGKILL')
    await delay(minutes(3.2))
    const down = recording.now()
    await installation.start()
    await delay(minutes(1.5))
    const after = recording.now()
    return recording.test('tables that are held and one that is gone, then a process that is killed', [
      { alert: 'DaymarkPhotosLate', severity: 'page', before: 60, at: late },
      { alert: 'DaymarkWebhooksLate', severity: 'page', before: 60, at: late },
      { alert: 'DaymarkDeadLetters', severity: 'ticket', before: 60, at: late },
      { alert: 'DaymarkDown', severity: 'page', before: late, at: down, after },
    ])
  } finally {
    receiver.close()
    await end()
  }
}

const picture = n =>
  sharp({ create: { width: 600 + n, height: 400, channels: 3, background: { r: 30 * n, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer()

const runs = { outboxOld, lateAndDown }
const chosen = process.argv[2] ? [process.argv[2]] : Object.keys(runs)
const tests = await Promise.all(chosen.map(name => runs[name]()))
const rules = ['platform', 'slo', 'slo-alerts'].map(name => `  - ../rules/${name}.yml`)
writeFileSync(
  new URL('../../deploy/prometheus/tests/recorded-faults.yml', import.meta.url),
  [
    '# Written by tests/load/record-faults.mjs: series of the real product while faults were made.',
    'rule_files:',
    ...rules,
    'evaluation_interval: 15s',
    'group_eval_order: [daymark-slo, daymark-slo-alerts, daymark-platform]',
    'tests:',
    ...tests,
    '',
  ].join('\n'),
)
