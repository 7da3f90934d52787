import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { inParallel } from './client.mjs'
import { alternate } from './figures.mjs'
import { middle, library } from './pages.mjs'
import { placed } from './long-lists.mjs'
import { cpuMs } from './memory.mjs'
import { analyze } from './seed.mjs'

const part = 'mass-writes'
const CLIENTS = 4
/** Maximum per call. */
const A_CALL = 1000
const TRIGGERS = `SELECT tgrelid::regclass AS table_name, tgname AS name FROM pg_trigger
  WHERE tgname LIKE 'checkpoints%' AND tgrelid IN ('library.photos'::regclass, 'library.photo_tags'::regclass)`

/**
 * Cost of maintaining checkpoints when many photos of a large library change: alternates with and without the triggers, and measures the
 * processor time of server and database until all events are handled.
 */
export async function measureMassWrites({ installation, report, counts }) {
  const { photos, rounds, each } = counts.massWrites
  console.log(`  writing a library of ${photos} photos …`)
  const many = await library(installation, photos, [])
  await analyze(installation)
  for (const query of ['sort=title', 'is_favorite=true', `tag_id=${many.tagId}`])
    await placed(installation, many, middle(many, query, query === 'sort=title' ? 1 : 1 / 10))
  const triggers = await installation.query(TRIGGERS)
  const numbers = { next: 1 }
  for (const [what, work] of Object.entries(WORK)) {
    const turn = kept => async () => {
      for (const { table_name, name } of triggers)
        await installation.query(`ALTER TABLE ${table_name} ${kept ? 'ENABLE' : 'DISABLE'} TRIGGER ${name}`)
      const ids = await someOf(installation, many, { numbers, each, isTagged: what === 'untag' })
      return used(installation, () => work(many, ids))
    }
    await turn(true)() // warms up plans and caches
    const { ratio, product, reference } = await alternate(rounds, turn(false), turn(true))
    const [ours, theirs] = [product, reference].map(ms => (ms / each).toFixed(2))
    const of = `${ours} against ${theirs} ms of processor a photo, ${rounds} x ${each}`
    report.add({ part, what: `${what} ${each} photos of ${photos}`, value: ratio, atMost: 1.03, of })
  }
}

/** In batches, as the web application does it. */
const WORK = {
  like: ({ owner }, ids) =>
    inParallel(CLIENTS, ids, id => owner.json('PATCH', `/api/images/${id}`, { is_favorite: true })),
  tag: ({ owner, tagId }, ids) =>
    inCalls(ids, image_ids => owner.json('POST', '/api/tags/apply', { image_ids, tag_ids: [tagId] })),
  untag: ({ owner, tagId }, ids) =>
    inParallel(CLIENTS, ids, id => owner.json('DELETE', `/api/images/${id}/tags/${tagId}`)),
  delete: ({ owner }, ids) => inCalls(ids, image_ids => owner.json('DELETE', '/api/images', { image_ids })),
}
async function inCalls(ids, call) {
  for (let at = 0; at < ids.length; at += A_CALL) await call(ids.slice(at, at + A_CALL))
}

/** Different photos each time: a tenth are favorites, another tenth has the tag. */
async function someOf(installation, { owner }, { numbers, each, isTagged }) {
  const from = numbers.next
  numbers.next += each * 11
  const sql = `SELECT id FROM library.photos WHERE owner_id = $1 AND number >= $2 AND number < $3 AND deleted_at IS NULL
    AND NOT is_favorite AND (number % 10 = 3) = $5 ORDER BY md5(id::text) LIMIT $4`
  const rows = await installation.query(sql, [owner.userId, from, numbers.next, each, isTagged])
  if (rows.length < each) throw new Error('the library is too small')
  return rows.map(({ id }) => id)
}

async function used(installation, work) {
  const now = () =>
    [installation.pid, installation.postgres.pid].map(cpuMs).reduce((sum, { own, children }) => sum + own + children, 0)
  const before = now()
  await work()
  const sql = `${['library', 'sharing', 'developer'].map(one => `SELECT 1 FROM ${one}.outbox`).join(' UNION ALL ')} LIMIT 1`
  if (!(await pollUntilTruthy(async () => (await installation.query(sql)).length === 0, 120_000, 50)))
    throw new Error('events are not handled')
  return now() - before
}
