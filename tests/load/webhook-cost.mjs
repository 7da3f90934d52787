import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { inParallel, seconds } from './client.mjs'
import { alternate, median } from './figures.mjs'
import { Installation } from './installation.mjs'
import { cpuMs } from './memory.mjs'

const part = 'webhooks'
const WITHOUT = pathToFileURL(join(import.meta.dirname, 'without-webhooks.mjs')).href
const CLIENTS = 4

/**
 * Cost of webhook support for users without webhooks: small photos from upload to ready, compared with an installation without webhook
 * subscribers. Small photos, because the share of event handling is largest.
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
    report.add({ part, what: 'small photos without any webhook', value: ratio, atLeast: 0.98, of })
  } finally {
    await bare.remove()
  }
}

/** Photos per ms of processor time, because elapsed time depends on other load. */
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

/** Waits until all outboxes are empty. */
async function idle(installation) {
  const schemas = ['library', 'media', 'sharing', 'developer']
  const sql = schemas.map(one => `SELECT 1 FROM ${one}.outbox`).join(' UNION ALL ')
  const isDone = async () => (await installation.query(`${sql} LIMIT 1`)).length === 0
  if (!(await pollUntilTruthy(isDone, 60_000, 20))) throw new Error('events are not handled')
}
