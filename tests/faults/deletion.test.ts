import { randomUUID } from 'node:crypto'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { install, type Installation, SERVICES, SERVICES_WITH_TABLES } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { linkPaths, createSharedGallery, statuses } from '../support/shared-gallery.ts'
import { opaqueWatermark } from '../support/watermark.ts'
import { LockHolder } from './support/lock-holder.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

/** Rows that each service deletes first and later. A lock on the later rows stops the deletion in the middle. */
const HALVES: Record<string, { first?: string; later: string }> = {
  library: { first: 'photos WHERE owner_id = $1', later: 'albums WHERE owner_id = $1' },
  sharing: { first: 'links WHERE owner_id = $1', later: 'photos WHERE owner_id = $1' },
  media: { first: 'watermarked_files WHERE owner_id = $1', later: 'watermarks WHERE owner_id = $1' },
  billing: { first: 'provider_events WHERE user_id = $1', later: 'subscriptions WHERE user_id = $1' },
  developer: { first: 'deliveries WHERE object_id = $1', later: 'api_tokens WHERE user_id = $1' },
  admin: { later: 'activity WHERE user_id = $1' },
}
const COUNTED = Object.entries(HALVES).flatMap(([service, halves]) =>
  Object.keys(halves).map(half => [service, half] as const),
)
/** A unique name of the account and its content. */
const NAME = `zq${randomUUID().replaceAll('-', '')}`
/** The audit log keeps its entries. */
const KEPT = ['admin.audit']

describe(`rule 77 kill -9 in the middle of the deletion of an account, ${bus} bus`, () => {
  let place: Installation
  let admin: Visitor
  let locks: LockHolder
  beforeAll(async () => {
    place = await install(bus, { DAYMARK_LOG_LEVEL: 'debug' })
    await place.photographer()
    admin = await place.admin()
    locks = await LockHolder.in(place)
  })
  afterAll(async () => {
    await locks?.end()
    await place?.stop()
  })

  const rows = async (service: string, what: string, id: string) =>
    Number((await place.query<{ n: string }>(`SELECT count(*) AS n FROM ${service}.${what}`, [id]))[0]?.n)

  /** Whether rows exist in each half of each service. */
  async function counts(id: string) {
    const found: unknown[] = []
    for (const [service, half] of COUNTED) {
      const what = HALVES[service]?.[half as 'first' | 'later'] ?? ''
      found.push([service, half, (await rows(service, what, id)) > 0])
    }
    return found
  }

  /** Tables of all services that contain a text. */
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

  /** Creates an account with rows in both halves of each service. */
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
    await pollUntil('the gallery is shown with its watermark', async () => {
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

  it('every service resumes the deletion, and finally no data of the account remains', async () => {
    const before = place.objects()
    const owner = await established()
    expect(await counts(owner.id)).toEqual(COUNTED.map(one => [...one, true]))
    expect(place.objects().length).toBeGreaterThan(before.length)

    await admin.delete(`/api/admin/users/${owner.id}`)
    await place.settle()

    await locks.query('BEGIN')
    for (const [service, { later }] of Object.entries(HALVES))
      expect(await locks.query(`SELECT 1 FROM ${service}.${later} FOR UPDATE`, [owner.id])).not.toEqual([])
    // identity has removed the account and cannot publish the event
    await locks.query('SAVEPOINT others')
    await locks.query('LOCK TABLE identity.outbox IN SHARE ROW EXCLUSIVE MODE')
    await place.query(`UPDATE identity.users SET deletion_due_at = now() - interval '1 minute' WHERE id = $1`, [
      owner.id,
    ])
    await pollUntil('identity is blocked', async () => (await locks.blockedServices()).includes('identity'))
    await locks.killAndRestart('ROLLBACK TO SAVEPOINT others')
    expect(await rows('identity', 'users WHERE id = $1', owner.id)).toBe(1)

    const services = Object.keys(HALVES).toSorted()
    const all = async () => (await locks.blockedServices()).join() === services.join()
    await pollUntil('all other services are blocked', all)
    expect(await rows('identity', 'users WHERE id = $1', owner.id)).toBe(0)
    expect(await counts(owner.id)).toEqual(COUNTED.map(([service, half]) => [service, half, half === 'later']))
    await locks.killAndRestart('ROLLBACK')

    await pollUntil('no row remains', async () => (await tablesWith(owner.id)).length === 0)
    await place.settle()
    expect(await tablesWith(owner.id)).toEqual([])
    for (const text of [owner.email, NAME, 'Beach 0']) expect(await tablesWith(text)).toEqual([])
    const logs = place.servers.map(({ log }) => log).join('')
    expect(logs).not.toBe('')
    for (const text of [owner.email, NAME, 'Beach 0']) expect(logs).not.toContain(text)
    await pollUntil('the files are removed', async () => expect(place.objects()).toEqual(before))
    const letters = SERVICES_WITH_TABLES.map(name => `SELECT reason FROM ${name}.dead_letters`).join(' UNION ALL ')
    expect(await place.query(letters)).toEqual([])
  })
})
