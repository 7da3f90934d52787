import { createHash, randomUUID } from 'node:crypto'
import { anonymous, subscriptionChanged, tokens, userAccessChanged } from '@daymark/contracts'
import { actorOf, startServices, setUp } from '@daymark/testing'
import { developerService } from '../src/index.ts'
import { DeleteUnusedLimits, DeleteExpiredTokens } from '../src/operation/cleanup.jobs.ts'

const DAY = 86_400_000
const w = setUp(() => startServices([developerService]))
let userId: string
beforeEach(async () => {
  userId = randomUUID()
  const plan = { tier: 'studio', status: 'active', storageLimit: 1, endDate: null } as const
  await w.publish(subscriptionChanged, userId, { userId, version: 1, ...plan })
  await w.settle()
})

const createToken = (ttl = '7d') =>
  w.rpc.call(
    tokens.createToken,
    { name: null, scopes: ['read'], ttl, expiresAt: null, callerScopes: null },
    actorOf(userId),
  )
const checkToken = (token: string) =>
  w.rpc.call(
    tokens.checkToken,
    { hash: createHash('sha256').update(token).digest('hex'), address: '203.0.113.7' },
    anonymous,
  )
const findErrorCode = (token: string) =>
  checkToken(token).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )

describe('tokens of a suspended account', () => {
  it('are rejected according to the newest event of identity, in whatever order events arrive', async () => {
    const { token } = await createToken()
    const codeAfter = async (version: number, mayAct: boolean) => {
      await w.publish(userAccessChanged, userId, { userId, version, mayAct })
      await w.settle()
      return findErrorCode(token)
    }
    expect(await findErrorCode(token)).toBe('taken')
    expect(await codeAfter(5, false)).toBe('token_required')
    expect(await codeAfter(4, true)).toBe('token_required')
    expect(await codeAfter(6, true)).toBe('taken')
    expect(await codeAfter(5, false)).toBe('taken')
  })
})

describe('the cleanup', () => {
  it('rule 45 deletes an expired token after thirty days', async () => {
    const { id, token } = await createToken('1h')
    const listed = async () => (await w.rpc.call(tokens.listTokens, {}, actorOf(userId))).tokens.map(one => one.id)
    w.clock.advance(29 * DAY)
    await w.runJob('developer', DeleteExpiredTokens)
    expect(Date.parse((await checkToken(token)).expiresAt)).toBeLessThan(+w.clock.now())
    expect(await listed()).toEqual([id])
    w.clock.advance(2 * DAY)
    await w.runJob('developer', DeleteExpiredTokens)
    expect(await findErrorCode(token)).toBe('token_required')
    expect(await listed()).toEqual([])
  })

  it('deletes only rate limits that are full again', async () => {
    const [old, current] = [randomUUID(), randomUUID()]
    for (const tokenId of [old, current])
      await w.rpc.call(tokens.takeCalls, { tokenId, limited: 'uploads', count: 3 }, anonymous)
    await w
      .db('developer')
      .sql(`UPDATE rate_limits SET full_at = full_at - interval '1 hour' WHERE token_id = $1`, [old])
    await w.runJob('developer', DeleteUnusedLimits)
    const rows = await w.db('developer').sql<{ token_id: string }>('SELECT token_id FROM rate_limits')
    expect(rows.map(row => row.token_id)).toEqual([current])
  })
})
