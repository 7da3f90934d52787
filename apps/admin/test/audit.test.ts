import { randomUUID } from 'node:crypto'
import { billingAudited, identityAudited, sharingAudited, system } from '@daymark/contracts'
import { startServices, setUp } from '@daymark/testing'
import { CHAIN_START, verifyAudit, verifyNextEntries } from '../src/audit/verify-chain.ts'
import { adminService } from '../src/index.ts'
import { CheckpointAudit, DeleteOldAuditEntries } from '../src/audit/audit.jobs.ts'
import { anna, publishAction, readEntries, startReplica, waitForEntries } from './audit-log.ts'

const DAY_MS = 86_400_000
const services = setUp(() => startServices([adminService]))
const db = () => services.db('admin')
const verify = () => verifyNextEntries(db(), CHAIN_START)

describe('the audit log', () => {
  it('stores who did what to whom, when and from where', async () => {
    const target = { kind: 'user', id: randomUUID(), name: 'ben@example.org' }
    const time = new Date('2026-10-11T12:13:14.156Z')
    await publishAction(services.process, {
      action: 'user.suspended',
      target,
      details: { reason: 'asked for it' },
      time,
    })
    await waitForEntries(db(), 1)
    const [entry] = await db().sql('SELECT * FROM audit')
    expect(entry).toMatchObject({
      seq: '1',
      service: 'identity',
      at: time,
      action: 'user.suspended',
      actor_id: anna.userId,
      actor_role: 'super_admin',
      actor_name: 'anna@example.org',
      target_kind: 'user',
      target_id: target.id,
      target_name: 'ben@example.org',
      address: '192.0.2.7',
      details: { reason: 'asked for it' },
    })
    expect(await verify()).toMatchObject({
      progress: { seq: 1, entries: 1, first: 1 },
      brokenAt: null,
      isComplete: true,
    })
  })

  it('stores the role `system` without id and name for an action that no request caused', async () => {
    const before = (await readEntries(db())).length
    await publishAction(services.process, {
      by: system,
      action: 'user.deleted',
      target: { kind: 'user', id: 'x', name: null },
    })
    await waitForEntries(db(), before + 1)
    const [entry] = await db().sql('SELECT * FROM audit ORDER BY seq DESC LIMIT 1')
    expect(entry).toMatchObject({ actor_id: null, actor_role: 'system', actor_name: null, address: null })
  })

  it('numbers entries without gaps and stores each action once, also with two concurrent processes and duplicate events', async () => {
    const before = (await readEntries(db())).length
    const other = await startReplica(services)
    try {
      const types = [identityAudited, billingAudited, sharingAudited]
      const actions = Array.from({ length: 60 }, (_, n) => ({ id: randomUUID(), type: types[n % 3]!, details: { n } }))
      const both = actions.flatMap(action => [publishAction(services.process, action), publishAction(other, action)])
      await Promise.all(both)
      await waitForEntries(db(), before + actions.length)
      await services.settle()
      const all = await readEntries(db())
      expect(all.map(row => Number(row.seq))).toEqual(all.map((_, n) => n + 1))
      expect(new Set(all.slice(before).map(row => row.event_id))).toEqual(new Set(actions.map(({ id }) => id)))
      expect(all).toHaveLength(before + actions.length)
      expect(await verify()).toMatchObject({
        brokenAt: null,
        progress: { entries: all.length, hash: all.at(-1)!.hash },
      })
    } finally {
      await other.stop()
    }
  })

  it('truncates long values, so that the audit log never makes an action fail', async () => {
    const before = (await readEntries(db())).length
    const name = `${'x'.repeat(319)}😀 and more`
    await publishAction(services.process, {
      target: { kind: 'user', id: 'x', name },
      details: { why: `\0${'y'.repeat(400)}` },
    })
    await waitForEntries(db(), before + 1)
    const [entry] = await db().sql<{ target_name: string; details: { why: string } }>(
      'SELECT target_name, details FROM audit ORDER BY seq DESC LIMIT 1',
    )
    expect(entry!.target_name).toBe(`${'x'.repeat(319)}\uFFFD`)
    expect(entry!.details.why).toBe('y'.repeat(300))
    expect(await verify()).toMatchObject({ brokenAt: null })
  })
})

describe('a manipulation of the audit log', () => {
  const sql = (text: string, params: unknown[] = []) => db().sql(text, params)
  const savedTables = ['audit', 'audit_chain', 'audit_checkpoints']
  beforeAll(async () => {
    for (let n = (await readEntries(db())).length; n < 20; n++)
      await publishAction(services.process, { details: { n } })
    await waitForEntries(db(), 20)
    await services.runJob('admin', CheckpointAudit)
    for (const table of savedTables) await sql(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`)
  })
  afterEach(async () => {
    const columns = `(SELECT string_agg(column_name, ',') FROM information_schema.columns
      WHERE table_schema = 'admin' AND table_name = $1 AND is_generated = 'NEVER') AS names`
    for (const table of savedTables) {
      const [row] = await db().sql<{ names: string }>(`SELECT ${columns}`, [table])
      await sql(`DELETE FROM ${table}`)
      await sql(`INSERT INTO ${table} (${row!.names}) SELECT ${row!.names} FROM kept_${table}`)
    }
    const { brokenAt } = await verify()
    if (brokenAt !== null) throw new Error(`the test did not undo its change, the chain is broken at ${brokenAt}`)
  })
  afterAll(async () => {
    for (const table of savedTables) await sql(`DROP TABLE kept_${table}`)
  })

  it.each([
    ['the action', "UPDATE audit SET action = 'user.created' WHERE seq = 7"],
    ['the time', "UPDATE audit SET at = at + interval '1 ms' WHERE seq = 7"],
    ['the actor', "UPDATE audit SET actor_id = 'other' WHERE seq = 7"],
    ['the address of the actor', 'UPDATE audit SET address = NULL WHERE seq = 7'],
    ['the target', "UPDATE audit SET target_id = 'x', target_kind = 'user' WHERE seq = 7"],
    ['a detail', `UPDATE audit SET details = '{"n": 12345}' WHERE seq = 7`],
    ['the hash', "UPDATE audit SET hash = repeat('a', 64) WHERE seq = 7"],
    ['the existence', 'DELETE FROM audit WHERE seq = 7'],
  ])('that changes %s of an entry is detected at this entry', async (_, change) => {
    await sql(change)
    expect(await verify()).toMatchObject({ brokenAt: 7, progress: { seq: 6, entries: 6 }, isComplete: true })
  })

  it('that swaps two entries is detected at the first of them', async () => {
    await sql('UPDATE audit SET seq = -1 WHERE seq = 7')
    await sql('UPDATE audit SET seq = 7 WHERE seq = 8')
    await sql('UPDATE audit SET seq = 8 WHERE seq = -1')
    expect(await verify()).toMatchObject({ brokenAt: 7 })
  })

  it('that removes the newest entries is detected at their position', async () => {
    await sql('DELETE FROM audit WHERE seq > 17')
    expect(await verify()).toMatchObject({ brokenAt: 18 })
    await sql('UPDATE audit_chain SET last_seq = seq, last_hash = hash FROM audit WHERE seq = 17')
    expect(await verify()).toMatchObject({ brokenAt: 18 })
  })

  it('that removes the row with the last number and hash of the chain is detected', async () => {
    await sql('DELETE FROM audit_chain')
    expect(await verify()).toMatchObject({ brokenAt: 1 })
  })

  it('that rewrites all later entries is detected by an earlier checkpoint', async () => {
    const [end] = await db().sql<{ seq: string; hash: string }>(
      'SELECT seq, hash FROM audit_checkpoints ORDER BY seq DESC',
    )
    const checkpoint = { seq: Number(end!.seq), hash: end!.hash }
    expect(await verifyAudit(services.env, [checkpoint])).toMatchObject({ brokenAt: null, missingCheckpoints: [] })
    await sql('DELETE FROM audit_checkpoints')
    await sql(`DELETE FROM audit WHERE seq >= ${checkpoint.seq}`)
    await sql(`UPDATE audit_chain SET last_seq = seq, last_hash = hash FROM audit WHERE seq = ${checkpoint.seq - 1}`)
    await publishAction(services.process, { action: 'user.created' })
    await waitForEntries(db(), checkpoint.seq)
    // The rewritten chain is consistent, so only the earlier checkpoint reveals the change.
    expect(await verifyAudit(services.env)).toMatchObject({ brokenAt: null, missingCheckpoints: [] })
    expect(await verifyAudit(services.env, [checkpoint])).toMatchObject({
      brokenAt: null,
      missingCheckpoints: [checkpoint],
    })
  })
})

describe('an old audit entry', () => {
  it('is deleted after 400 days, and the rest of the chain remains verifiable', async () => {
    const before = await readEntries(db())
    await publishAction(services.process, { details: { which: 'recent' } })
    await publishAction(services.process, {
      time: new Date(Date.now() - 500 * DAY_MS),
      details: { which: 'old, after a recent one' },
    })
    await waitForEntries(db(), before.length + 2)
    await services.runJob('admin', CheckpointAudit)
    services.clock.advance(401 * DAY_MS)
    // The action happens now according to the clock of the test.
    const late = services.clock.now()
    await publishAction(services.process, { time: late })
    await waitForEntries(db(), before.length + 3)
    const [last] = (await readEntries(db())).slice(-1)
    await services.runJob('admin', DeleteOldAuditEntries)
    expect(await readEntries(db())).toEqual([last])
    expect(await verify()).toMatchObject({
      brokenAt: null,
      progress: { seq: Number(last!.seq), first: Number(last!.seq), entries: 1 },
    })
    const gone = { seq: 1, hash: 'f'.repeat(64) }
    expect(await verifyAudit(services.env, [gone])).toMatchObject({ brokenAt: null, missingCheckpoints: [] })
    await publishAction(services.process, { time: late })
    await waitForEntries(db(), 2)
    expect(await verify()).toMatchObject({ brokenAt: null, progress: { entries: 2 } })
  })

  it('is not deleted as long as an entry before it in the chain is younger', async () => {
    const old = new Date(+services.clock.now() - 500 * DAY_MS)
    const { length } = await readEntries(db())
    await publishAction(services.process, { time: old })
    await waitForEntries(db(), length + 1)
    await services.runJob('admin', DeleteOldAuditEntries)
    expect(await readEntries(db())).toHaveLength(length + 1)
  })
})
