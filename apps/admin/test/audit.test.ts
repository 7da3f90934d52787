import { randomUUID } from 'node:crypto'
import { billingAudited, identityAudited, sharingAudited, system } from '@daymark/contracts'
import { startWorld, type World } from '@daymark/testing'
import { NOTHING_WALKED, walkOn } from '../src/audit/chain/check-chain.ts'
import { adminService } from '../src/index.ts'
import { anna, kept, replicaOf, rows, tell } from './audit-world.ts'

let world: World
beforeAll(async () => void (world = await startWorld([adminService])))
afterAll(() => world.stop())
const db = () => world.db('admin')
const walk = () => walkOn(db(), NOTHING_WALKED)

describe('the audit log', () => {
  it('keeps who did what to whom, when and from where', async () => {
    const target = { kind: 'user', id: randomUUID(), name: 'ben@example.org' }
    const time = new Date('2026-10-11T12:13:14.156Z')
    await tell(world.process, { action: 'user.suspended', target, details: { reason: 'asked for it' }, time })
    await kept(db(), 1)
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
    expect(await walk()).toMatchObject({ seq: 1, entries: 1, first: 1, brokenAt: null, isOver: true })
  })

  it('names nobody where nobody asked for it', async () => {
    const before = (await rows(db())).length
    await tell(world.process, { by: system, action: 'user.deleted', target: { kind: 'user', id: 'x', name: null } })
    await kept(db(), before + 1)
    const [entry] = await db().sql('SELECT * FROM audit ORDER BY seq DESC LIMIT 1')
    expect(entry).toMatchObject({ actor_id: null, actor_role: 'system', actor_name: null, address: null })
  })

  it('counts without gaps, each act once, also from two processes at once and told twice', async () => {
    const before = (await rows(db())).length
    const other = await replicaOf(world)
    try {
      const types = [identityAudited, billingAudited, sharingAudited]
      const told = Array.from({ length: 60 }, (_, n) => ({ id: randomUUID(), type: types[n % 3]!, details: { n } }))
      const both = told.flatMap(one => [tell(world.process, one), tell(other, one)])
      await Promise.all(both)
      await kept(db(), before + told.length)
      await world.settle()
      const all = await rows(db())
      expect(all.map(row => Number(row.seq))).toEqual(all.map((_, n) => n + 1))
      expect(new Set(all.slice(before).map(row => row.event_id))).toEqual(new Set(told.map(({ id }) => id)))
      expect(all).toHaveLength(before + told.length)
      expect(await walk()).toMatchObject({ brokenAt: null, entries: all.length, hash: all.at(-1)!.hash })
    } finally {
      await other.stop()
    }
  })

  it('cuts what is too long, so that it never stands in the way of the act', async () => {
    const before = (await rows(db())).length
    const name = `${'x'.repeat(319)}😀 and more`
    await tell(world.process, { target: { kind: 'user', id: 'x', name }, details: { why: `\0${'y'.repeat(400)}` } })
    await kept(db(), before + 1)
    const [entry] = await db().sql<{ target_name: string; details: { why: string } }>(
      'SELECT target_name, details FROM audit ORDER BY seq DESC LIMIT 1',
    )
    expect(entry!.target_name).toBe(`${'x'.repeat(319)}\uFFFD`)
    expect(entry!.details.why).toBe('y'.repeat(300))
    expect(await walk()).toMatchObject({ brokenAt: null })
  })
})
