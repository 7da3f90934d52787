import { createHash } from 'node:crypto'
import { identity, sessionEnded, userSignedIn } from '@daymark/contracts'
import { EndExpiredSessions } from '../src/sessions/end-expired-sessions.job.ts'
import { anonymous, identityWorld, PASSWORD, type IdentityWorld } from './identity-world.ts'

const HOUR = 3_600_000
let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld({ DAYMARK_IDENTITY_SESSION_IDLE_HOURS: '10', DAYMARK_IDENTITY_SESSION_MAX_DAYS: '1' })
})
afterAll(() => world.stop())

const noSession = { code: 'no_session', status: 401 }
const end = (token: string) => world.rpc.call(identity.endSession, { token }, anonymous)
const row = async (sessionId: string) =>
  (await world.db('identity').sql<Record<string, unknown>>('SELECT * FROM sessions WHERE id = $1', [sessionId]))[0]

describe('signing in', () => {
  it('L-LOGIN-12 L-API-02 works with the email as username, whatever its case', async () => {
    const { id, email } = await world.makeUser('Mixed.Case@Example.org')
    for (const name of [email, email.toLowerCase(), email.toUpperCase(), `  ${email} `])
      expect((await world.signIn(name)).user.id).toBe(id)
  })

  it('gives a random token of 256 bits each time and keeps only its SHA-256', async () => {
    const { email } = await world.makeUser()
    const [one, two] = [await world.signIn(email), await world.signIn(email)]
    expect(one.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(two.token).not.toBe(one.token)
    const kept = await row(one.sessionId)
    expect(kept?.['token_hash']).toEqual(createHash('sha256').update(one.token).digest())
    expect(JSON.stringify(kept)).not.toContain(one.token)
  })

  it('S-ADA-15 last_login follows it, and it is published', async () => {
    const { id, email } = await world.makeUser()
    const before = world.clock.now()
    const { user, sessionId } = await world.signIn(email)
    expect(+new Date(user.lastLogin ?? 0)).toBeGreaterThanOrEqual(+before)
    await world.settle()
    expect(world.published(userSignedIn)).toContainEqual({ userId: id, sessionId })
  })

  it('L-API-03 L-LOGIN-11 an unknown user and a wrong password get the same answer', async () => {
    const { email } = await world.makeUser()
    const failures = await Promise.allSettled([
      world.signIn(email, 'wrong password'),
      world.signIn('nobody@example.org', 'wrong password'),
      world.signIn('', ''),
      world.signIn('%', 'wrong password'),
    ])
    for (const f of failures)
      expect(f).toMatchObject({
        reason: { code: 'login_failed', status: 401, message: 'Invalid email or password', params: {} },
      })
  })

  it('an unknown user takes as long as a wrong password', async () => {
    const { email } = await world.makeUser()
    // what the processor does for it: on a busy machine time by the clock says little about ten milliseconds of work
    const work = async (name: string, address: string) => {
      const before = process.cpuUsage()
      await world.signIn(name, 'wrong password', address).catch(() => {})
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    // in turns, and the least of each: what else this process does falls on both
    for (let i = 0; i < 9; i++) {
      known.push(await work(email, `198.51.100.${i}`))
      unknown.push(await work('not-there@example.org', `198.51.100.${i + 100}`))
    }
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })

  it('names that Postgres cannot keep are bad input, not a failure of ours', async () => {
    await expect(world.signIn('a\0b')).rejects.toMatchObject({ status: 400 })
    await expect(world.signIn('\ud800')).rejects.toMatchObject({ status: 400 })
  })

  it('a disabled account cannot, and its sessions are over', async () => {
    const { id, email } = await world.makeUser()
    const { token } = await world.signIn(email)
    await world.db('identity').sql('UPDATE users SET disabled = true WHERE id = $1', [id])
    await expect(world.signIn(email)).rejects.toMatchObject({ code: 'login_failed' })
    await expect(world.check(token)).rejects.toMatchObject(noSession)
    // the right password counts as a failure there: being limited or not would tell that it is right
    const from = (i: number) => world.signIn(email, PASSWORD, `203.0.113.${i}`)
    for (let i = 0; i < 9; i++) await expect(from(i)).rejects.toMatchObject({ status: 401 })
    await expect(from(9)).rejects.toMatchObject({ status: 429 })
  })
})

describe('a session', () => {
  it('L-API-01 L-ENT-03 answers the user; an unknown token answers nobody', async () => {
    const { id, email } = await world.makeUser()
    const opened = await world.signIn(email)
    expect(await world.check(opened.token)).toEqual({
      sessionId: opened.sessionId,
      expiresAt: opened.expiresAt,
      user: expect.objectContaining({ id, email }),
    })
    for (const token of ['', 'x', opened.token.slice(1), `${opened.token}A`, '\0'])
      await expect(world.check(token)).rejects.toMatchObject(noSession)
  })

  it('L-API-04 ends at sign-out, this one only, and it is published', async () => {
    const { id, email } = await world.makeUser()
    const [one, two] = [await world.signIn(email), await world.signIn(email)]
    await end(one.token)
    await expect(world.check(one.token)).rejects.toMatchObject(noSession)
    await expect(world.check(two.token)).resolves.toMatchObject({ user: { id } })
    await expect(end(one.token)).resolves.toEqual({ success: true })
    await world.settle()
    expect(world.published(sessionEnded).filter(d => (d as { userId: string }).userId === id)).toEqual([
      { userId: id, sessionIds: [one.sessionId] },
    ])
  })

  it('ends when it was not used for the idle limit; use keeps it, up to the absolute limit', async () => {
    const { email } = await world.makeUser()
    const [used, idle] = [await world.signIn(email), await world.signIn(email)]
    world.clock.advance(9 * HOUR)
    await world.check(used.token)
    world.clock.advance(2 * HOUR)
    await expect(world.check(idle.token)).rejects.toMatchObject(noSession)
    await world.check(used.token)
    world.clock.advance(9 * HOUR)
    await world.check(used.token)
    world.clock.advance(3.9 * HOUR)
    await world.check(used.token)
    world.clock.advance(0.2 * HOUR)
    await expect(world.check(used.token)).rejects.toMatchObject(noSession)
  })

  it('is noted as seen at most once a minute', async () => {
    const { email } = await world.makeUser()
    const { token, sessionId } = await world.signIn(email)
    const seen = async () => (await row(sessionId))?.['last_seen_at'] as Date
    // ten seconds are less than a machine may stand still
    world.clock.hold()
    const first = await seen()
    world.clock.advance(50_000)
    await world.check(token)
    expect(await seen()).toEqual(first)
    world.clock.advance(10_000)
    await world.check(token)
    expect(+(await seen()) - +first).toBeGreaterThanOrEqual(60_000)
  })

  it('goes for good once it has expired, and it is published', async () => {
    const { id, email } = await world.makeUser()
    const gone = await world.signIn(email)
    world.clock.advance(10 * HOUR)
    const alive = await world.signIn(email)
    await world.runJob('identity', EndExpiredSessions)
    await world.settle()
    expect(await row(gone.sessionId)).toBeUndefined()
    await world.check(alive.token)
    const published = world.published(sessionEnded).filter(d => (d as { userId: string }).userId === id)
    expect(published).toEqual([{ userId: id, sessionIds: [gone.sessionId] }])
  })
})
