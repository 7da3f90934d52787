import { randomUUID } from 'node:crypto'
import { identity } from '@daymark/contracts'
import { DeleteOldFailures, RpcClient, run } from '@daymark/platform'
import { setUp } from '@daymark/testing'
import { identityService } from '../src/index.ts'
import { anonymous, startIdentity, PASSWORD } from './identity-services.ts'

const services = setUp(startIdentity)

const MINUTE = 60_000
let last = 0
const newAddress = () => `10.0.${++last >> 8}.${last & 255}`
/** Returns the HTTP status of a sign-in: 200, 401 or 429. */
const attempt = (name: string, password: string, address = newAddress()): Promise<number> =>
  services.signIn(name, password, address).then(
    () => 200,
    (error: { status: number }) => error.status,
  )
async function times(n: number, work: () => Promise<number>): Promise<number[]> {
  const out: number[] = []
  for (let i = 0; i < n; i++) out.push(await work())
  return out
}
const count = (statuses: number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, s => s)].map(([s, all]) => [s, all.length]))

describe('sign-in is limited', () => {
  it('L-API-03: after 10 failures of an account from any address, also for the correct password, with the time to wait', async () => {
    const { email } = await services.makeUser()
    expect(await times(5, () => attempt(email, 'wrong'))).toEqual(Array(5).fill(401))
    services.clock.advance(5 * MINUTE)
    expect(await times(5, () => attempt(email.toUpperCase(), 'wrong'))).toEqual(Array(5).fill(401))
    const refused = services.signIn(email, PASSWORD, newAddress())
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', status: 429 })
    const { params } = (await refused.catch((e: unknown) => e)) as { params: { retryAfter: number } }
    expect(params.retryAfter).toBeGreaterThan(9 * 60)
    expect(params.retryAfter).toBeLessThanOrEqual(10 * 60)
    services.clock.advance(params.retryAfter * 1000)
    expect(await attempt(email, PASSWORD)).toBe(200)
  })

  it('within a sliding window of 15 minutes', async () => {
    const { email } = await services.makeUser()
    await times(1, () => attempt(email, 'wrong'))
    services.clock.advance(14 * MINUTE)
    await times(8, () => attempt(email, 'wrong'))
    services.clock.advance(2 * MINUTE)
    expect(await times(4, () => attempt(email, 'wrong'))).toEqual([401, 401, 429, 429])
  })

  it('independently of the clock of the machine', async () => {
    const { email } = await services.makeUser()
    await times(10, () => attempt(email, 'wrong'))
    for (const jump of [60 * MINUTE, -25 * 60 * MINUTE]) {
      services.clock.jump(jump)
      expect(await attempt(email, PASSWORD)).toBe(429)
    }
    services.clock.jump(24 * 60 * MINUTE)
    services.clock.advance(15 * MINUTE)
    expect(await attempt(email, PASSWORD)).toBe(200)
  })

  it('rejected attempts do not extend the wait', async () => {
    const { email } = await services.makeUser()
    await times(10, () => attempt(email, 'wrong'))
    services.clock.advance(14 * MINUTE)
    expect(await times(20, () => attempt(email, 'wrong'))).toEqual(Array(20).fill(429))
    services.clock.advance(MINUTE)
    expect(await attempt(email, PASSWORD)).toBe(200)
  })

  it("a success resets the account's count", async () => {
    const { email } = await services.makeUser()
    await times(9, () => attempt(email, 'wrong'))
    expect(await attempt(email, PASSWORD)).toBe(200)
    expect(await times(9, () => attempt(email, 'wrong'))).toEqual(Array(9).fill(401))
    expect(await attempt(email, PASSWORD)).toBe(200)
  })

  it('rule 30: 100 failures per address over all accounts; a success of one account does not reset it', async () => {
    const [{ email: own }, { email: other }] = [await services.makeUser(), await services.makeUser()]
    const address = newAddress()
    const stranger = () => attempt(`${randomUUID()}@example.org`, 'wrong', address)
    expect(await times(50, stranger)).toEqual(Array(50).fill(401))
    expect(await attempt(own, PASSWORD, address)).toBe(200)
    expect(await times(50, stranger)).toEqual(Array(50).fill(401))
    expect(await attempt(own, PASSWORD, address)).toBe(429)
    expect(await attempt(other, PASSWORD)).toBe(200)
  })

  it('rule 30: failures at one account do not lock out other accounts behind the same address', async () => {
    const [{ email: attacked }, { email: neighbour }] = [await services.makeUser(), await services.makeUser()]
    const address = newAddress()
    expect(await times(12, () => attempt(attacked, 'wrong', address))).toEqual([...Array(10).fill(401), 429, 429])
    expect(await attempt(neighbour, 'mistyped', address)).toBe(401)
    expect(await attempt(neighbour, PASSWORD, address)).toBe(200)
  })

  it('for unknown names in the same way', async () => {
    const name = `${randomUUID()}@example.org`
    expect(await times(11, () => attempt(name, 'wrong'))).toEqual([...Array(10).fill(401), 429])
  })
})

describe('concurrent attempts', () => {
  it('are both counted if they are the first failures', async () => {
    const { email } = await services.makeUser()
    const address = newAddress()
    expect(await Promise.all([attempt(email, 'wrong', address), attempt(email, 'wrong', address)])).toEqual([401, 401])
    expect(await times(9, () => attempt(email, 'wrong', address))).toEqual([...Array(8).fill(401), 429])
  })

  it('with 30 wrong passwords: ten are checked, and the others are rejected', async () => {
    const { email } = await services.makeUser()
    const statuses = await Promise.all(Array.from({ length: 30 }, () => attempt(email, 'wrong')))
    expect(count(statuses)).toEqual({ 401: 10, 429: 20 })
  })

  it('with ten wrong passwords block a correct password after them', async () => {
    const { email } = await services.makeUser()
    const wrong = Array.from({ length: 24 }, () => attempt(email, 'wrong'))
    const right = attempt(email, PASSWORD)
    expect([await right, count(await Promise.all(wrong))]).toEqual([429, { 401: 10, 429: 14 }])
  })

  it('with the same accounts and addresses in different combinations do not deadlock', async () => {
    const names = Array.from({ length: 3 }, () => `${randomUUID()}@example.org`)
    const addresses = Array.from({ length: 3 }, newAddress)
    const all = names.flatMap(name => addresses.flatMap(a => [attempt(name, 'wrong', a), attempt(name, 'wrong', a)]))
    expect(count(await Promise.all(all))).toEqual({ 401: 18 })
  })

  it('of 15 users behind one address all succeed', async () => {
    const users = await Promise.all(Array.from({ length: 15 }, () => services.makeUser()))
    const address = newAddress()
    expect(count(await Promise.all(users.map(u => attempt(u.email, PASSWORD, address))))).toEqual({ 200: 15 })
  })
})

it('replicas share the counts', async () => {
  const { email } = await services.makeUser()
  const { DAYMARK_NATS_URL: _, ...env } = services.env
  const replica = await run([identityService], { env, clock: services.clock, allServices: ['identity'] })
  const rpc = new RpcClient(replica.transport.client(), 5000)
  try {
    await times(10, () => attempt(email, 'wrong'))
    const there = { username: email, password: PASSWORD, address: newAddress() }
    await expect(rpc.call(identity.openSession, there, anonymous)).rejects.toMatchObject({ status: 429 })
  } finally {
    await rpc.close()
    await replica.stop()
  }
})

it('expired failures are deleted, others stay', async () => {
  const kept = `${randomUUID()}@example.org`
  await attempt(`${randomUUID()}@example.org`, 'wrong')
  services.clock.advance(16 * MINUTE)
  await attempt(kept, 'wrong')
  await services.runJob('identity', DeleteOldFailures)
  expect(await services.db('identity').sql('SELECT key FROM failures')).toHaveLength(2)
  expect(await times(10, () => attempt(kept, 'wrong'))).toEqual([...Array(9).fill(401), 429])
})
