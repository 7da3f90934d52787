import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pollUntilTruthy } from '../../deploy/local/processes.mjs'
import { openStorage } from '../../libs/storage/dist/index.js'
import { MB, median } from './figures.mjs'
import { Installation } from './installation.mjs'
import { seedLibrary } from './seed.mjs'

const part = 'backups'
const FILES = { count: 32, bytes: 12 * MB }
const ROUNDS = 5
const UNCHANGED = 100_000
const LONGEST_MS = 600_000

/** Speed of backup and restore compared with a plain copy with fsync, and duration of a backup without changes. */
export async function measureBackups({ report }) {
  const installation = await Installation.create({})
  try {
    const backupDir = join(installation.dir, 'backup')
    installation.settings = { DAYMARK_BACKUP_DRIVER: 'folder', DAYMARK_BACKUP_DIR: backupDir }
    await installation.start()
    await measureCopies({ installation, report })
    await measureUnchanged({ installation, report })
  } finally {
    await installation.remove()
  }
}

/** Alternates, so that other load on the machine affects both equally. Each round has its own account. */
async function measureCopies({ installation, report }) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(installation, round))
  const total = (FILES.count * FILES.bytes) / MB
  for (const what of ['backup', 'restore']) {
    const [rate, plain] = [median(rounds.map(one => one[what].rate)), median(rounds.map(one => one[what].plain))]
    const value = median(rounds.map(one => one[what].rate / one[what].plain))
    const of = `${rate.toFixed(0)} MB/s of ${total.toFixed(0)} MB in ${FILES.count} files, a plain copy ${plain.toFixed(0)} MB/s, ${ROUNDS} rounds`
    report.add({ part, what: `${what} compared with a plain copy`, value, atLeast: 0.6, of })
  }
}

async function measureRound(installation, round) {
  const owner = await installation.photographer()
  const { objects, storage } = await originals(installation, round)
  await seedLibrary({ installation, owner, photos: objects.length, albumOf: [] })
  for (const [n, { key, sha256, size }] of objects.entries())
    await installation.query(
      `UPDATE library.photos SET object_key = $3, sha256 = $4, size = $5 WHERE owner_id = $1 AND number = $2`,
      [owner.userId, n + 1, key, sha256, size],
    )
  const total = (FILES.count * FILES.bytes) / MB
  const beforeBackup = await plainCopy(installation, objects)
  const backup = total / (await backedUp(installation, owner))
  await allOf(installation, 'SELECT copied AS n FROM admin.backup_runs WHERE user_id = $1', owner)
  const beforeRestore = await plainCopy(installation, objects)
  await installation.query('DELETE FROM library.photos WHERE owner_id = $1', [owner.userId])
  await storage.remove(objects.map(({ key }) => key))
  const restore = total / (await restored(installation, owner))
  await allOf(installation, 'SELECT restored - missing AS n FROM admin.backup_restores WHERE user_id = $1', owner)
  return { backup: { rate: backup, plain: beforeBackup }, restore: { rate: restore, plain: beforeRestore } }
}

async function measureUnchanged({ installation, report }) {
  const owner = await installation.photographer()
  await seedLibrary({ installation, owner, photos: UNCHANGED, albumOf: [20_000] })
  await installation.query(
    `INSERT INTO admin.backup_objects (target, user_id, sha256, size, last_seen, stored_at)
     SELECT 'backup', owner_id, sha256, size, now(), now() FROM library.photos WHERE owner_id = $1 ON CONFLICT DO NOTHING`,
    [owner.userId],
  )
  await installation.query('VACUUM ANALYZE')
  const value = await backedUp(installation, owner)
  report.add({ part, what: 'backup without changes', value, unit: 's', atMost: 60, of: `${UNCHANGED} photos` })
}

/** The measurement needs all files copied. */
async function allOf(installation, sql, owner) {
  const [{ n }] = await installation.query(sql, [owner.userId])
  if (n !== FILES.count) throw new Error(`${n} of ${FILES.count} files were copied`)
}

/** Writes files to the store as uploads do. */
async function originals(installation, round) {
  const storage = openStorage({ driver: 'folder', dir: join(installation.dir, 'objects') })
  const objects = []
  for (let n = 0; n < FILES.count; n++) {
    const body = randomBytes(FILES.bytes)
    const key = `originals/bench-${round}-${n}`
    await storage.put(key, body)
    objects.push({
      key,
      sha256: createHash('sha256').update(body).digest('hex'),
      size: body.length,
      path: storage.localPath(key),
    })
  }
  return { objects, storage }
}

async function plainCopy(installation, objects) {
  const folder = join(installation.dir, 'copy')
  await mkdir(folder)
  const began = performance.now()
  for (const [n, { path }] of objects.entries()) {
    const to = join(folder, String(n))
    await copyFile(path, to)
    const file = await open(to)
    await file.sync()
    await file.close()
  }
  const rate = (FILES.count * FILES.bytes) / MB / ((performance.now() - began) / 1000)
  await rm(folder, { recursive: true })
  return rate
}

/** Seconds since the job was started. */
async function backedUp(installation, { userId }) {
  const [{ id }] = await installation.query(
    `INSERT INTO admin.backup_runs (user_id, target, made_at, keep, expires_at, progress_at, retry_at)
     VALUES ($1, 'backup', now(), 90, now() + interval '90 days', now(), now()) RETURNING id`,
    [userId],
  )
  return ended(installation, 'backup_runs', 'made_at', id)
}

async function restored(installation, owner) {
  const { backups } = await owner.json('GET', '/api/backups')
  const { restore } = await owner.json('POST', '/api/backups/restores', { backup_id: backups[0].id })
  const running = async () =>
    (await installation.query('SELECT state FROM admin.backup_restores WHERE id = $1', [restore.id]))[0].state !==
    'waiting'
  await pollUntilTruthy(running, LONGEST_MS, 5)
  const began = performance.now()
  await ended(installation, 'backup_restores', 'started_at', restore.id)
  return (performance.now() - began) / 1000
}

async function ended(installation, table, from, id) {
  const why = table === 'backup_runs' ? 'error' : 'problem'
  const sql = `SELECT state, ${why} AS why, extract(epoch FROM finished_at - ${from})::float8 AS seconds FROM admin.${table} WHERE id = $1`
  let row
  const isDone = async () => {
    ;[row] = await installation.query(sql, [id])
    if (row.state === 'failed') throw new Error(`the job failed: ${row.why}`)
    return row.state === 'done'
  }
  if (!(await pollUntilTruthy(isDone, LONGEST_MS, 20))) throw new Error('the job took too long')
  return row.seconds
}
