import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { until } from '../../deploy/local/processes.mjs'
import { inParallel, seconds } from './client.mjs'
import { alternate, median } from './figures.mjs'
import { Installation } from './installation.mjs'
import { cpuMs } from './memory.mjs'

const part = 'webhooks'
const WITHOUT = pathToFileURL(join(import.meta.dirname, 'without-webhooks.mjs')).href
const CLIENTS = 4

/**
 * What those pay for webhooks who have none: small photos, upload to ready, against an installation in which nothing listens for them.
 * With photos this small events weigh most.
 */
export async function measureWebhookCost({ installation, report, counts }) {
  const { rounds, each } = counts.webhookCost
  const bare = await Installation.create({ ...installation.settings, NODE_OPTIONS: `--import=${WITHOUT}` })
  try {
    await bare.start()
    const [plain, product] = [await uploader(bare, each), await uploader(installation, each)]
    for (const one of [plain, product]) await one.round('warm-up')
    const { ratio, product: ours, reference } = await alternate(rounds, plain.round, product.round)
    const perSecond = [product, plain].map(one => median(one.perSecond).toFixed(1)).join(' against ')
    const of = `processor of server and database, upload to ready: ${(1 / ours).toFixed(1)} against ${(1 / reference).toFixed(1)} ms a photo, ${rounds} x ${each}; ${perSecond} photos/s`
    report.add({ part, what: 'small photos where nobody has a webhook', value: ratio, atLeast: 0.98, of })
  } finally {
    await bare.remove()
  }
}

/** A round answers photos for each ms of processor: on a busy machine seconds say more about the others. */
async function uploader(installation, each) {
  const owner = await installation.photographer()
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  const used = () =>
    [installation.pid, installation.postgres.pid].map(cpuMs).reduce((sum, { own, children }) => sum + own + children, 0)
  const perSecond = []
  const round = async name => {
    const before = used()
    const names = Array.from({ length: each }, (_, n) => `${name}-${n}.jpg`)
    const took = await seconds(async () => {
      await inParallel(CLIENTS, names, file => owner.upload('/api/images', file, [picture, Buffer.from(file)]))
      await installation.settled(owner.userId)
      await idle(installation)
    })
    perSecond.push(each / took)
    return each / (used() - before)
  }
  return { round, perSecond }
}

/** Nothing waits in an outbox any more. */
async function idle(installation) {
  const schemas = ['library', 'media', 'sharing', 'developer']
  const sql = schemas.map(one => `SELECT 1 FROM ${one}.outbox`).join(' UNION ALL ')
  const isDone = async () => (await installation.query(`${sql} LIMIT 1`)).length === 0
  if (!(await until(isDone, 60_000, 20))) throw new Error('events are not handled')
}
