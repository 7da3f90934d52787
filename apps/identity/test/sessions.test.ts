import { createHash } from 'node:crypto'
import { sessionEnded } from '@daymark/contracts'
import { setUp } from '@daymark/testing'
import { EndExpiredSessions } from '../src/operation/cleanup.jobs.ts'
import { startIdentity, PASSWORD } from './identity-services.ts'

const HOUR_MS = 3_600_000
const services = setUp(() =>
  startIdentity({ DAYMARK_IDENTITY_SESSION_IDLE_HOURS: '10', DAYMARK_IDENTITY_SESSION_MAX_DAYS: '1' }),
)

const NO_SESSION = { code: 'no_session', status: 401 }
const findSessionRow = async (sessionId: string) =>
  (await services.db('identity').sql<Record<string, unknown>>('SELECT * FROM sessions WHERE id = $1', [sessionId]))[0]

describe('signing in', () => {
  it('returns a new random token of 256 bits each time and stores only its SHA-256', async () => {
    const { email } = await services.createUser()
    const [one, two] = [await services.signIn(email), await services.signIn(email)]
    expect(one.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(two.token).not.toBe(one.token)
    const stored = await findSessionRow(one.sessionId)
    expect(stored?.['token_hash']).toEqual(createHash('sha256').update(one.token).digest())
    expect(JSON.stringify(stored)).not.toContain(one.token)
  })

  it('an unknown user takes as long as a wrong password', async () => {
    const { email } = await services.createUser()
    // CPU time, because wall time is meaningless for ten milliseconds of work on a busy machine
    const measureCpuTime = async (name: string, address: string) => {
      const before = process.cpuUsage()
      await services.signIn(name, 'wrong password', address).catch(() => {})
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    // measures both in turn and compares the minimum of each, so that other work of this process affects both alike
    for (let i = 0; i < 9; i++) {
      known.push(await measureCpuTime(email, `198.51.100.${i}`))
      unknown.push(await measureCpuTime('not-there@example.org', `198.51.100.${i + 100}`))
    }
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })

  it('names that PostgreSQL cannot store are invalid input, not a server error', async () => {
    await expect(services.signIn('a\0b')).rejects.toMatchObject({ status: 400 })
    await expect(services.signIn('\ud800')).rejects.toMatchObject({ status: 400 })
  })

  it('a disabled account cannot sign in, and its sessions end', async () => {
    const { id, email } = await services.createUser()
    const { token } = await services.signIn(email)
    await services.db('identity').sql('UPDATE users SET disabled = true WHERE id = $1', [id])
    await expect(services.signIn(email)).rejects.toMatchObject({ code: 'login_failed' })
    await expect(services.checkSession(token)).rejects.toMatchObject(NO_SESSION)
    // even the correct password counts as a failure, because otherwise the limit would reveal that it is correct
    const signInFrom = (i: number) => services.signIn(email, PASSWORD, `203.0.113.${i}`)
    for (let i = 0; i < 9; i++) await expect(signInFrom(i)).rejects.toMatchObject({ status: 401 })
    await expect(signInFrom(9)).rejects.toMatchObject({ status: 429 })
  })
})

describe('a session', () => {
  it('is recorded as seen at most once a minute', async () => {
    const { email } = await services.createUser()
    const { token, sessionId } = await services.signIn(email)
    const seen = async () => (await findSessionRow(sessionId))?.['last_seen_at'] as Date
    // the clock is stopped, because a busy machine may pause for seconds
    services.clock.hold()
    const first = await seen()
    services.clock.advance(50_000)
    await services.checkSession(token)
    expect(await seen()).toEqual(first)
    services.clock.advance(10_000)
    await services.checkSession(token)
    expect(+(await seen()) - +first).toBeGreaterThanOrEqual(60_000)
  })

  it('is deleted after it has expired, and its end is published', async () => {
    const { id, email } = await services.createUser()
    const gone = await services.signIn(email)
    services.clock.advance(10 * HOUR_MS)
    const alive = await services.signIn(email)
    await services.runJob('identity', EndExpiredSessions)
    await services.settle()
    expect(await findSessionRow(gone.sessionId)).toBeUndefined()
    await services.checkSession(alive.token)
    const published = services.published(sessionEnded).filter(data => (data as { userId: string }).userId === id)
    expect(published).toEqual([{ userId: id, sessionIds: [gone.sessionId] }])
  })
})
