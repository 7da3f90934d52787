import { randomUUID } from 'node:crypto'
import { identity } from '@daymark/contracts'
import { DeleteOldFailures, RpcClient, run } from '@daymark/platform'
import { setUp } from '@daymark/testing'
import { identityService } from '../src/index.ts'
import { anonymous, startIdentity, PASSWORD } from './identity-services.ts'

const services = setUp(startIdentity)

const MINUTE_MS = 60_000
let addressCount = 0
const newAddress = () => `10.0.${++addressCount >> 8}.${addressCount & 255}`
/** Returns the HTTP status of a sign-in: 200, 401 or 429. */
const attemptSignIn = (name: string, password: string, address = newAddress()): Promise<number> =>
  services.signIn(name, password, address).then(
    () => 200,
    (error: { status: number }) => error.status,
  )
async function repeat(n: number, work: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < n; i++) statuses.push(await work())
  return statuses
}
const countByStatus = (statuses: number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, status => status)].map(([status, group]) => [status, group.length]))

describe('sign-in is limited', () => {
  it('L-API-03: after 10 failures of an account from any address, also for the correct password, with the time to wait', async () => {
    const { email } = await services.createUser()
    expect(await repeat(5, () => attemptSignIn(email, 'wrong'))).toEqual(Array(5).fill(401))
    services.clock.advance(5 * MINUTE_MS)
    expect(await repeat(5, () => attemptSignIn(email.toUpperCase(), 'wrong'))).toEqual(Array(5).fill(401))
    const refused = services.signIn(email, PASSWORD, newAddress())
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', status: 429 })
    const { params } = (await refused.catch((e: unknown) => e)) as { params: { retryAfter: number } }
    expect(params.retryAfter).toBeGreaterThan(9 * 60)
    expect(params.retryAfter).toBeLessThanOrEqual(10 * 60)
    services.clock.advance(params.retryAfter * 1000)
    expect(await attemptSignIn(email, PASSWORD)).toBe(200)
  })

  it('within a sliding window of 15 minutes', async () => {
    const { email } = await services.createUser()
    await repeat(1, () => attemptSignIn(email, 'wrong'))
    services.clock.advance(14 * MINUTE_MS)
    await repeat(8, () => attemptSignIn(email, 'wrong'))
    services.clock.advance(2 * MINUTE_MS)
    expect(await repeat(4, () => attemptSignIn(email, 'wrong'))).toEqual([401, 401, 429, 429])
  })

  it('independently of the clock of the machine', async () => {
    const { email } = await services.createUser()
    await repeat(10, () => attemptSignIn(email, 'wrong'))
    for (const jump of [60 * MINUTE_MS, -25 * 60 * MINUTE_MS]) {
      services.clock.jump(jump)
      expect(await attemptSignIn(email, PASSWORD)).toBe(429)
    }
    services.clock.jump(24 * 60 * MINUTE_MS)
    services.clock.advance(15 * MINUTE_MS)
    expect(await attemptSignIn(email, PASSWORD)).toBe(200)
  })

  it('rejected attempts do not extend the wait', async () => {
    const { email } = await services.createUser()
    await repeat(10, () => attemptSignIn(email, 'wrong'))
    services.clock.advance(14 * MINUTE_MS)
    expect(await repeat(20, () => attemptSignIn(email, 'wrong'))).toEqual(Array(20).fill(429))
    services.clock.advance(MINUTE_MS)
    expect(await attemptSignIn(email, PASSWORD)).toBe(200)
  })

  it("a success resets the account's count", async () => {
    const { email } = await services.createUser()
    await repeat(9, () => attemptSignIn(email, 'wrong'))
    expect(await attemptSignIn(email, PASSWORD)).toBe(200)
    expect(await repeat(9, () => attemptSignIn(email, 'wrong'))).toEqual(Array(9).fill(401))
    expect(await attemptSignIn(email, PASSWORD)).toBe(200)
  })

  it('rule 30: 100 failures per address over all accounts; a success of one account does not reset it', async () => {
    const [{ email: own }, { email: other }] = [await services.createUser(), await services.createUser()]
    const address = newAddress()
    const stranger = () => attemptSignIn(`${randomUUID()}@example.org`, 'wrong', address)
    expect(await repeat(50, stranger)).toEqual(Array(50).fill(401))
    expect(await attemptSignIn(own, PASSWORD, address)).toBe(200)
    expect(await repeat(50, stranger)).toEqual(Array(50).fill(401))
    expect(await attemptSignIn(own, PASSWORD, address)).toBe(429)
    expect(await attemptSignIn(other, PASSWORD)).toBe(200)
  })

  it('rule 30: failures at one account do not lock out other accounts behind the same address', async () => {
    const [{ email: attacked }, { email: neighbor }] = [await services.createUser(), await services.createUser()]
    const address = newAddress()
    const statuses = await repeat(12, () => attemptSignIn(attacked, 'wrong', address))
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect(await attemptSignIn(neighbor, 'mistyped', address)).toBe(401)
    expect(await attemptSignIn(neighbor, PASSWORD, address)).toBe(200)
  })

  it('for unknown names in the same way', async () => {
    const name = `${randomUUID()}@example.org`
    expect(await repeat(11, () => attemptSignIn(name, 'wrong'))).toEqual([...Array(10).fill(401), 429])
  })
})

describe('concurrent attempts', () => {
  it('are both counted if they are the first failures', async () => {
    const { email } = await services.createUser()
    const address = newAddress()
    const attempts = [attemptSignIn(email, 'wrong', address), attemptSignIn(email, 'wrong', address)]
    expect(await Promise.all(attempts)).toEqual([401, 401])
    expect(await repeat(9, () => attemptSignIn(email, 'wrong', address))).toEqual([...Array(8).fill(401), 429])
  })

  it('with 30 wrong passwords: ten are checked, and the others are rejected', async () => {
    const { email } = await services.createUser()
    const statuses = await Promise.all(Array.from({ length: 30 }, () => attemptSignIn(email, 'wrong')))
    expect(countByStatus(statuses)).toEqual({ 401: 10, 429: 20 })
  })

  it('with ten wrong passwords block a correct password after them', async () => {
    const { email } = await services.createUser()
    const wrong = Array.from({ length: 24 }, () => attemptSignIn(email, 'wrong'))
    const right = attemptSignIn(email, PASSWORD)
    expect([await right, countByStatus(await Promise.all(wrong))]).toEqual([429, { 401: 10, 429: 14 }])
  })

  it('with the same accounts and addresses in different combinations do not deadlock', async () => {
    const names = Array.from({ length: 3 }, () => `${randomUUID()}@example.org`)
    const addresses = Array.from({ length: 3 }, newAddress)
    const attempts = names.flatMap(name =>
      addresses.flatMap(address => [attemptSignIn(name, 'wrong', address), attemptSignIn(name, 'wrong', address)]),
    )
    expect(countByStatus(await Promise.all(attempts))).toEqual({ 401: 18 })
  })

  it('of 15 users behind one address all succeed', async () => {
    const users = await Promise.all(Array.from({ length: 15 }, () => services.createUser()))
    const address = newAddress()
    const statuses = await Promise.all(users.map(user => attemptSignIn(user.email, PASSWORD, address)))
    expect(countByStatus(statuses)).toEqual({ 200: 15 })
  })
})

it('replicas share the counts', async () => {
  const { email } = await services.createUser()
  const { DAYMARK_NATS_URL: _, ...env } = services.env
  const replica = await run([identityService], { env, clock: services.clock, allServices: ['identity'] })
  const rpc = new RpcClient(replica.transport.client(), 5000)
  try {
    await repeat(10, () => attemptSignIn(email, 'wrong'))
    const there = { username: email, password: PASSWORD, address: newAddress() }
    await expect(rpc.call(identity.openSession, there, anonymous)).rejects.toMatchObject({ status: 429 })
  } finally {
    await rpc.close()
    await replica.stop()
  }
})

it('expired failures are deleted, others stay', async () => {
  const kept = `${randomUUID()}@example.org`
  await attemptSignIn(`${randomUUID()}@example.org`, 'wrong')
  services.clock.advance(16 * MINUTE_MS)
  await attemptSignIn(kept, 'wrong')
  await services.runJob('identity', DeleteOldFailures)
  expect(await services.db('identity').sql('SELECT key FROM failures')).toHaveLength(2)
  expect(await repeat(10, () => attemptSignIn(kept, 'wrong'))).toEqual([...Array(9).fill(401), 429])
})
