import { anonymous, type http, type Scope, tokens } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

type Refusal = http.ErrorAnswer
const LIMIT = 3
/** Seconds until another call is possible: longer than any of these tests takes. */
const EACH_SECONDS = 20

const limits = { DAYMARK_DEVELOPER_CALLS_PER_MINUTE: String(LIMIT), DAYMARK_DEVELOPER_UPLOADS_PER_HOUR: '2' }
const daymark = setUpDaymark({ env: { ...limits, DAYMARK_DEVELOPER_LOWEST_TIER: 'advanced' } })
let owner: SignedInUser
beforeAll(async () => void (owner = await daymark.createUser({ tier: 'studio' })))

async function client(by: SignedInUser = owner, scopes: Scope[] = ['read']): Promise<Visitor & { tokenId: string }> {
  const { body } = await by.post<http.v1.Token & { token: string }>('/v1/tokens', { scopes })
  return Object.assign(daymark.visitor({ authorization: `Bearer ${body.token}` }), { tokenId: body.id })
}
const call = (by: Visitor) => by.get<Refusal>('/v1/tokens/validate')
const left = async (by: Visitor) => (await by.get<http.v1.RateLimit>('/v1/rate-limit')).body
const exhaust = async (by: Visitor) => {
  for (let n = 0; n < LIMIT; n++) expect((await call(by)).status).toBe(200)
}
const NAMES = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const limitHeaders = ({ headers }: { headers: Headers }) => NAMES.map(name => headers.get(name))

describe('S-V1-36 rule 50 the rate limit of a token', () => {
  it('S-V1-05 is in the headers of every answer, and reading it is not counted', async () => {
    const mine = await client()
    expect(await left(mine)).toEqual({ limit: LIMIT, remaining: LIMIT, reset: 0 })
    for (let n = 1; n <= LIMIT; n++) {
      const answer = await call(mine)
      expect(answer.status).toBe(200)
      const [policy, limit, ...old] = limitHeaders(answer)
      expect([policy, old[0], old[1]]).toEqual(['"calls";q=3;w=60', '3', String(LIMIT - n)])
      expect(limit).toBe(`"calls";r=${LIMIT - n};t=${old[2]}`)
      expect(Number(old[2])).toBeGreaterThan((n - 1) * EACH_SECONDS)
      expect(Number(old[2])).toBeLessThanOrEqual(n * EACH_SECONDS)
    }
    const refused = await call(mine)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(EACH_SECONDS)
    expect(refused.body).toMatchObject({
      error: `Rate limit exceeded. Use exponential backoff; the next call is possible in ${wait} seconds.`,
      code: 'rate_limited',
    })
    expect(limitHeaders(refused)[3]).toBe('0')
    expect(await left(mine)).toMatchObject({ limit: LIMIT, remaining: 0 })
  })

  it('allows further calls as time passes', async () => {
    const mine = await client()
    await exhaust(mine)
    expect((await call(mine)).status).toBe(429)
    const later = `UPDATE rate_limits SET full_at = full_at - interval '${EACH_SECONDS} s' WHERE token_id = $1`
    await daymark.db('developer').sql(later, [mine.tokenId])
    await pollUntil('one more call is possible', async () => (await call(mine)).status === 200)
    expect((await call(mine)).status).toBe(429)
  })

  it('allows exactly the limit for concurrent calls', async () => {
    const mine = await client()
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(mine)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(LIMIT).fill(200), ...Array(60 - LIMIT).fill(429)])
  })

  it('does not count requests for pictures', async () => {
    const mine = await client()
    for (let n = 0; n <= LIMIT; n++) {
      const answer = await mine.get('/media/originals/none.jpg')
      expect([answer.status, ...limitHeaders(answer)]).toEqual([404, ...NAMES.map(() => null)])
    }
    expect(await left(mine)).toMatchObject({ remaining: LIMIT })
  })

  it('is separate from other tokens and from sessions', async () => {
    const [mine, other] = [await client(), await client()]
    await exhaust(mine)
    expect((await call(mine)).status).toBe(429)
    expect((await call(other)).status).toBe(200)
    for (let n = 0; n <= LIMIT; n++) {
      const answer = await owner.get('/v1/tokens')
      expect([answer.status, ...limitHeaders(answer)]).toEqual([200, ...NAMES.map(() => null)])
    }
  })

  it('also counts calls that are refused by scope or plan', async () => {
    const exhaustedClient = await daymark.createUser({ tier: 'starter' })
    const [reader, starter] = [await client(), await client(exhaustedClient)]
    const answers = [await reader.post('/v1/tokens', {}), await call(starter)]
    expect(answers.map(answer => [answer.status, limitHeaders(answer)[3]])).toEqual([
      [403, '2'],
      [403, '2'],
    ])
  })

  it.each(['/v1/images', '/v1/images/upload'])('uploads have their own limit, with %s', async path => {
    const mine = await client(owner, ['write'])
    const file = { name: 'no-picture.txt', bytes: Buffer.from('no picture') }
    const sent = []
    for (let n = 0; n < 3; n++) sent.push(await mine.upload<Refusal>(path, file))
    expect(sent.map(answer => [answer.status, limitHeaders(answer)[0], limitHeaders(answer)[3]])).toEqual([
      [415, '"uploads";q=2;w=3600', '1'],
      [415, '"uploads";q=2;w=3600', '0'],
      [429, '"uploads";q=2;w=3600', '0'],
    ])
    expect(await left(mine)).toEqual({ limit: LIMIT, remaining: LIMIT, reset: 0 })
    expect((await call(mine)).status).toBe(200)
  })

  it('recovers after a wrong database clock was corrected', async () => {
    const mine = await client()
    expect((await call(mine)).status).toBe(200)
    const wrong = `UPDATE rate_limits SET full_at = full_at + interval '1 year' WHERE token_id = $1`
    await daymark.db('developer').sql(wrong, [mine.tokenId])
    const { reset } = await left(mine)
    expect(reset).toBeLessThanOrEqual(60)
  })
})

describe('unknown and revoked tokens', () => {
  it('rule 47: always get 401 and do not block other tokens of the network', async () => {
    const mine = await client()
    const unknown = () => daymark.rpc.call(tokens.checkToken, { hash: 'a'.repeat(64), address: '127.0.0.1' }, anonymous)
    const codes: string[] = []
    for (let n = 0; n < 70; n++) await unknown().catch((error: { code: string }) => codes.push(error.code))
    expect(codes).toEqual(Array(70).fill('token_required'))
    const stranger = daymark.visitor({ authorization: 'Bearer dm_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp' })
    const refused = await call(stranger)
    expect([refused.status, refused.body.code]).toEqual([401, 'token_required'])
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer realm="Daymark", error="invalid_token"/)
    expect((await call(mine)).status).toBe(200)
  })
})

it.each([
  ['professional', false],
  ['advanced', true],
] as const)(
  'S-TOK-12 rule 13 if the API requires Advanced, a %s plan and its refusals say so',
  async (tier, isOpen) => {
    const member = await daymark.createUser({ tier })
    const { apiTier, features } = (await member.get<http.Subscription>('/api/subscription')).body
    expect([apiTier, features.includes('api_access')]).toEqual(['advanced', isOpen])
    const { status, body } = await call(await client(member))
    const sentence = 'API access requires an Advanced plan or higher. Current plan: Professional'
    expect([status, body.error]).toEqual(isOpen ? [200, undefined] : [403, sentence])
  },
)
