import { randomUUID } from 'node:crypto'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { install, type Installation, SERVICES } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { linkPaths, createSharedGallery, statuses } from '../support/shared-gallery.ts'
import { opaqueWatermark } from '../support/watermark.ts'
import { HeldUp } from './support/held-up.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

/** Of each owner what goes first, and what stands behind it: a lock on that keeps her in the middle. */
const HALVES: Record<string, { first?: string; behind: string }> = {
  library: { first: 'photos WHERE owner_id = $1', behind: 'albums WHERE owner_id = $1' },
  sharing: { first: 'links WHERE owner_id = $1', behind: 'photos WHERE owner_id = $1' },
  media: { first: 'watermarked_files WHERE owner_id = $1', behind: 'watermarks WHERE owner_id = $1' },
  billing: { first: 'provider_events WHERE user_id = $1', behind: 'subscriptions WHERE user_id = $1' },
  developer: { first: 'deliveries WHERE object_id = $1', behind: 'tokens WHERE user_id = $1' },
  admin: { behind: 'activity WHERE user_id = $1' },
}
const COUNTED = Object.entries(HALVES).flatMap(([service, halves]) =>
  Object.keys(halves).map(half => [service, half] as const),
)
/** Of the account and of what it holds. */
const NAME = `zq${randomUUID().replaceAll('-', '')}`
const KEEPING = SERVICES.filter(name => name !== 'gateway')
/** What was done stays in the audit log. */
const KEPT = ['admin.audit']

describe(`rule 77 kill -9 in the middle of the deletion of an account, ${bus} bus`, () => {
  let place: Installation
  let admin: Visitor
  let held: HeldUp
  beforeAll(async () => {
    place = await install(bus, { DAYMARK_LOG_LEVEL: 'debug' })
    await place.photographer()
    admin = await place.admin()
    held = await HeldUp.in(place)
  })
  afterAll(async () => {
    await held?.end()
    await place?.stop()
  })

  const rows = async (service: string, what: string, id: string) =>
    Number((await place.query<{ n: string }>(`SELECT count(*) AS n FROM ${service}.${what}`, [id]))[0]?.n)

  /** Whether there is anything in each half of each owner. */
  async function counts(id: string) {
    const found: unknown[] = []
    for (const [service, half] of COUNTED) {
      const what = HALVES[service]?.[half as 'first' | 'behind'] ?? ''
      found.push([service, half, (await rows(service, what, id)) > 0])
    }
    return found
  }

  /** Tables of all services that hold a text anywhere. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await place.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY ($1)`,
      [SERVICES],
    )
    const holding: string[] = []
    for (const { name } of tables.filter(table => !KEPT.includes(table.name)))
      if ((await place.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [text])).length)
        holding.push(name)
    return holding.toSorted()
  }

  /** Somebody of whom each service has both. */
  async function established(): Promise<SignedInUser> {
    const owner = await place.createUser({ tier: 'studio', displayName: NAME })
    await opaqueWatermark(owner)
    const gallery = await createSharedGallery(place, {
      owner,
      count: 2,
      title: NAME,
      share: { watermark: true, allow_downloads: true },
    })
    const addresses = linkPaths(gallery.token, gallery.image.filename)
    await pollUntil('the gallery was seen with its watermark', async () => {
      const seen = await statuses(place.visitor(), addresses)
      return (
        seen.every(status => status === 200) &&
        (await rows('media', 'watermarked_files WHERE owner_id = $1', owner.id)) > 0
      )
    })
    await owner.post('/v1/tokens', { name: 'Laptop', scopes: ['read'] })
    const webhook = randomUUID()
    await place.query(
      `INSERT INTO developer.webhooks (id, owner_id, url, host, events, secret, active, created_at, updated_at)
       VALUES ($1, $2, 'https://hooks.example', 'hooks.example', '{}', '', false, now(), now())`,
      [webhook, owner.id],
    )
    await place.query(
      `INSERT INTO developer.deliveries (webhook_id, event_id, object_id, type, data, created_at)
       SELECT $1, gen_random_uuid(), $2, 'share.view', $2::text, now() FROM generate_series(1, 600)`,
      [webhook, owner.id],
    )
    await place.query(
      `INSERT INTO billing.provider_events (id, type, object_id, user_id, received_at) VALUES ('evt_1', 'x', 'x', $1, now())`,
      [owner.id],
    )
    await place.settle()
    return owner
  }

  it('every owner goes on where it was, and in the end nothing of hers is left anywhere', async () => {
    const before = place.objects().length
    const owner = await established()
    expect(await counts(owner.id)).toEqual(COUNTED.map(one => [...one, true]))
    expect(place.objects().length).toBeGreaterThan(before)

    await admin.delete(`/api/admin/users/${owner.id}`)
    await place.settle()

    await held.holding('BEGIN')
    for (const [service, { behind }] of Object.entries(HALVES))
      expect(await held.holding(`SELECT 1 FROM ${service}.${behind} FOR UPDATE`, [owner.id])).not.toEqual([])
    // identity has removed the account, and cannot tell anybody
    await held.holding('SAVEPOINT others')
    await held.holding('LOCK TABLE identity.outbox IN SHARE ROW EXCLUSIVE MODE')
    await place.query(`UPDATE identity.users SET deletion_due_at = now() - interval '1 minute' WHERE id = $1`, [
      owner.id,
    ])
    await pollUntil('identity is in the middle', async () => (await held.services()).includes('identity'))
    await held.dieAndComeBack('ROLLBACK TO SAVEPOINT others')
    expect(await rows('identity', 'users WHERE id = $1', owner.id)).toBe(1)

    const services = Object.keys(HALVES).toSorted()
    const all = async () => (await held.services()).join() === services.join()
    await pollUntil('all other owners are in the middle', all)
    expect(await rows('identity', 'users WHERE id = $1', owner.id)).toBe(0)
    expect(await counts(owner.id)).toEqual(COUNTED.map(([service, half]) => [service, half, half === 'behind']))
    await held.dieAndComeBack('ROLLBACK')

    await pollUntil('nothing is left', async () => (await tablesWith(owner.id)).length === 0)
    await place.settle()
    expect(await tablesWith(owner.id)).toEqual([])
    for (const text of [owner.email, NAME, 'Beach 0']) expect(await tablesWith(text)).toEqual([])
    const logs = place.servers.map(({ log }) => log).join('')
    expect(logs).not.toBe('')
    for (const text of [owner.email, NAME, 'Beach 0']) expect(logs).not.toContain(text)
    await pollUntil('her files are gone', () => place.objects().length === before)
    const letters = KEEPING.map(name => `SELECT reason FROM ${name}.dead_letters`).join(' UNION ALL ')
    expect(await place.query(letters)).toEqual([])
  })
})
