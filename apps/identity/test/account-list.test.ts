import { identity, type Input } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { startIdentity, superAdmin } from './identity-services.ts'

const ACCOUNT_COUNT = 100_000
const services = setUp(startIdentity)
beforeAll(async () => {
  await services.db('identity').sql(`
    INSERT INTO users (email, display_name, role, password_hash, must_change_password, disabled, tier, subscription_status,
                       storage_limit, invited, deletion_due_at, created_at)
    SELECT 'person' || n || '@studio' || n % 1000 || '.example', CASE n % 3 WHEN 0 THEN 'Ünal Nº' || n WHEN 1 THEN 'Person ' || n END,
           CASE WHEN n % 1000 = 0 THEN 'admin' ELSE 'user' END, 'none', false, n % 500 = 1 OR n % 5000 = 2,
           CASE n % 4 WHEN 0 THEN 'starter' ELSE 'professional' END, 'active', 1, n % 700 = 3,
           CASE WHEN n % 5000 = 2 THEN now() END, timestamptz '2020-01-01' + n / 3 * interval '1 minute'
    FROM generate_series(1, ${ACCOUNT_COUNT}) n`)
  await services.db('identity').sql('VACUUM ANALYZE users')
})

type Page = Partial<Input<typeof identity.listUsers>>
const listUsers = (page: Page) => services.rpc.call(identity.listUsers, { limit: 50, offset: 0, ...page }, superAdmin)
const listEmails = async (page: Page) => (await listUsers(page)).users.map(user => user.email)

describe('S-ADA-02: a list of a hundred thousand accounts', () => {
  it('continues after the last account without duplicates or gaps, also if many were created at the same time', async () => {
    const whole = (await listUsers({ limit: 240, search: 'STUDIO7.' })).users
    expect(whole).toHaveLength(100)
    const ids: string[] = []
    for (let after: string | undefined; ;) {
      const { users } = await listUsers({ limit: 7, search: 'studio7.', ...(after && { after }) })
      ids.push(...users.map(user => user.id))
      if (users.length < 7) break
      after = users.at(-1)?.id
    }
    expect(ids).toEqual(whole.map(user => user.id))
  })

  it('continues at the same position if the last account was deleted', async () => {
    const made: { id: string }[] = []
    for (const n of [1, 2, 3]) made.push(await services.createUser(`gone${n}@daymark.test`))
    const [first, second, third] = (await listUsers({ search: 'gone' })).users
    expect(made.map(user => user.id).toSorted()).toEqual([first?.id, second?.id, third?.id].toSorted())
    await services.db('identity').sql('DELETE FROM users WHERE id = $1', [second?.id])
    const afterSecond = await listUsers({ search: 'gone', after: second?.id ?? '' })
    expect(afterSecond.users.map(user => user.id)).toEqual([third?.id])
    expect(await listEmails({ after: 'unknown' })).toEqual([])
  })

  it('finds parts of addresses and names in any case, and treats wildcards literally', async () => {
    expect(await listEmails({ search: 'ERSON77777@' })).toEqual(['person77777@studio777.example'])
    expect(await listEmails({ search: 'ünal nº99999' })).toEqual(['person99999@studio999.example'])
    expect((await listUsers({ search: 'examplex' })).total).toBe(0)
    for (const nothing of ['person%7', 'person_', 'no such person'])
      expect(await listEmails({ search: nothing })).toEqual([])
    expect((await listUsers({ search: '9' })).total).toBeGreaterThan(40_000)
  })

  it('filters by role, tier and state and counts all matches', async () => {
    const suspended = await listUsers({ state: 'suspended' })
    expect(suspended.total).toBe(ACCOUNT_COUNT / 500)
    expect(new Set(suspended.users.map(user => user.state))).toEqual(new Set(['suspended']))
    expect((await listUsers({ state: 'deleting' })).total).toBe(ACCOUNT_COUNT / 5000)
    expect((await listUsers({ role: 'admin', tier: 'starter' })).total).toBe(ACCOUNT_COUNT / 1000)
    const invited = await listUsers({ state: 'invited', tier: 'professional' })
    expect(new Set(invited.users.map(user => [user.state, user.tier].join()))).toEqual(
      new Set(['invited,professional']),
    )
  })

  it('reads a page from an index only, and uses the trigram index for rare names', async () => {
    const plan = async (condition: string) => {
      const sql = `EXPLAIN SELECT id FROM users WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT 50`
      const lines = await services.db('identity').sql<{ 'QUERY PLAN': string }>(sql)
      return lines.map(line => line['QUERY PLAN']).join('\n')
    }
    for (const condition of ['true', 'NOT invited AND NOT disabled', `search LIKE '%9%'`, `role = 'user'`]) {
      expect(await plan(condition)).toContain('Index Only Scan using users_newest')
      expect(await plan(condition)).not.toContain('Sort')
    }
    expect(await plan(`search LIKE '%unknown%' AND tier = 'studio'`)).toContain('Index Scan on users_search')
  })
})
