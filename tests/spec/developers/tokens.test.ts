import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type http, type Scope, tokens } from '@daymark/contracts'
import { type Answer, pollUntil, Visitor } from '@daymark/testing/outside'
import { actorOf } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { waitUntilHealthy } from '../../support/waiting.ts'

type Token = http.v1.Token & { token: string }
type Refusal = http.ErrorAnswer & { plan?: string; tier?: string }
const DAY = 86_400_000
const TOKEN = /^dm_[0-9A-Za-z]{36}$/
const NOT_A_TOKEN = { error: 'Missing or invalid token', code: 'token_required' }

const daymark = setUpDaymark()
let owner: SignedInUser
beforeAll(async () => void (owner = await daymark.createUser({ tier: 'studio' })))

/** Creates a token and a client that uses it. */
async function createToken(body: object = {}, by: Visitor = owner): Promise<{ token: Token; client: Visitor }> {
  const answer = await by.post<Token>('/v1/tokens', { ...body })
  if (answer.status !== 201) throw new Error(`no token: ${answer.bytes.toString()}`)
  return { token: answer.body, client: clientWith(answer.body.token) }
}
const clientWith = (token: string) => daymark.visitor({ authorization: `Bearer ${token}` })
const list = async (by: Visitor = owner) => (await by.get<http.v1.Token[]>('/v1/tokens')).body
const seen = ({ status, body }: Answer<Refusal>) => ({ status, code: body.code })
const validate = (by: Visitor) => by.get<Refusal>('/v1/tokens/validate')

describe('tokens of an account', () => {
  it('S-TOK-01 S-TOK-02 S-TOK-03 S-TOK-04 S-V1-30 rule 45 are created with name, scopes and ttl, shown once, and listed', async () => {
    const startedAt = daymark.clock.now()
    const scopes: Scope[] = ['read', 'write', 'webhooks']
    const { token } = await createToken({ name: 'Lightroom', scopes, ttl: '30d' })
    const { token: secret, ...shown } = token
    expect(secret).toMatch(TOKEN)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'Lightroom',
      scopes,
      prefix: secret.slice(0, 11),
      token_prefix: shown.prefix,
      expiresAt: shown.expires_at,
      expires_at: expect.any(String),
      lastUsedAt: null,
      last_used_at: null,
      created_at: expect.any(String),
    })
    const life = Date.parse(shown.expires_at) - Date.parse(shown.created_at)
    expect([life, Date.parse(shown.created_at) >= +startedAt]).toEqual([30 * DAY, true])
    expect(await list()).toContainEqual(shown)
    expect(JSON.stringify(await list())).not.toContain(secret)
  })

  it('S-TOK-11 rule 47 are stored only as SHA-256', async () => {
    const { token } = await createToken()
    const rows = await daymark.db('developer').sql('SELECT t::text AS row FROM api_tokens t')
    expect(JSON.stringify(rows)).toContain(token.id)
    expect(JSON.stringify(rows)).not.toContain(token.token)
  })

  it('rule 47 match the documented pattern for secret scanners', async () => {
    const { token } = await createToken()
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/api.md'), 'utf8')
    const pattern = new RegExp(/^regex = '''(.+)'''$/m.exec(page)?.[1] ?? 'none')
    const pushed = (secret: string) => `const headers = { authorization: "Bearer ${secret}" }`
    expect(pattern.exec(pushed(token.token))?.[0]).toBe(token.token)
    expect(pattern.test(pushed('dm_YOUR_TOKEN'))).toBe(false)
  })

  it('S-TOK-07 S-TOK-08 S-V1-28 rule 46 by default have no name, scope read and seven days', async () => {
    for (const body of [{}, { name: null }, { name: '  ' }]) {
      const { token } = await createToken(body)
      expect(token).toMatchObject({ name: null, scopes: ['read'] })
      expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(7 * DAY)
    }
  })

  it('S-V1-28 rule 46 rule 48 end at expires_at in either spelling, whatever ttl is', async () => {
    const at = new Date(+daymark.clock.now() + 3 * DAY).toISOString()
    for (const name of ['expires_at', 'expiresAt'])
      expect((await createToken({ [name]: at, ttl: '1y' })).token.expires_at).toBe(at)
  })

  it.each([
    ['an unknown scope', { scopes: ['read', 'everything'] }, /^scopes\.1: /],
    ['no scope', { scopes: [] }, /^scopes: /],
    ['a ttl that is none', { ttl: 'soon' }, /^ttl: /],
    ['an end that is no time', { expires_at: 'tomorrow' }, /^expires_at: /],
    ['a name that is too long', { name: 'x'.repeat(101) }, /^name: /],
  ])('S-TOK-14 rule 44 rule 46 are rejected with %s', async (_, body, sentence) => {
    const answer = await owner.post<Refusal>('/v1/tokens', body)
    expect(seen(answer)).toEqual({ status: 400, code: 'invalid_input' })
    expect(answer.body.error).toMatch(sentence)
  })

  it('are limited to a hundred, even concurrently; expired ones do not count', async () => {
    const many = await daymark.createUser({ tier: 'studio' })
    await createToken({}, many)
    await daymark.db('developer').sql(
      `INSERT INTO api_tokens SELECT gen_random_uuid(), user_id, 'filler', prefix, sha256(n::text::bytea), scopes, created_at,
         CASE WHEN n > 5 THEN expires_at ELSE created_at END FROM api_tokens, generate_series(1, 102) n WHERE user_id = $1`,
      [many.id],
    )
    const answers = await Promise.all(Array.from({ length: 6 }, () => many.post<Refusal>('/v1/tokens', {})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(4).fill(409)])
    expect((await list(many)).filter(({ expires_at: end }) => Date.parse(end) > +daymark.clock.now())).toHaveLength(100)
  })

  it('S-V1-37 rule 3 are neither listed nor revoked by other accounts', async () => {
    const other = await daymark.createUser({ tier: 'studio' })
    const { token, client } = await createToken()
    expect(await list(other)).toEqual([])
    expect(seen(await other.delete(`/v1/tokens/${token.id}`))).toEqual({ status: 404, code: 'token_not_found' })
    expect((await validate(client)).status).toBe(200)
  })
})

describe('a token', () => {
  it('S-V1-37 S-V1-40 rule 49 needs nothing else, and its scopes can be read', async () => {
    const { token, client } = await createToken({ scopes: ['read', 'webhooks'] })
    const answer = await validate(client)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      valid: true,
      account_id: owner.id,
      scopes: ['read', 'webhooks'],
      expires_at: token.expires_at,
    })
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    const inOtherCase = daymark.visitor({ authorization: `bEARER  ${token.token}` })
    expect((await validate(inOtherCase)).status).toBe(200)
  })

  it('S-V1-32 is refused if it is missing, unknown, misspelled, or outside of the header', async () => {
    const { token } = await createToken()
    const secret = token.token
    const unknown = 'dm_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp'
    const headers = ['', 'Bearer', 'Bearer ', `Bearer ${unknown}`, `Bearer ${secret}x`, `Bearer ${secret} x`, secret]
    const strangers = [...headers, `Basic ${secret}`].map(authorization => daymark.visitor({ authorization }))
    const answers = await Promise.all([
      ...strangers.map(validate),
      daymark.visitor().get<Refusal>(`/v1/tokens/validate?token=${secret}&access_token=${secret}`),
      daymark.visitor({ cookie: `token=${secret}; daymark_session=${secret}` }).get<Refusal>('/v1/tokens/validate'),
      owner.get<Refusal>('/v1/tokens/validate'),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject(NOT_A_TOKEN)
    }
  })

  it('S-V1-33 rule 47 is reported as expired after its end', async () => {
    const { token, client } = await createToken({ ttl: '2h' })
    expect((await validate(client)).status).toBe(200)
    await daymark.clock.advance(2 * 3_600_000)
    const answer = await validate(client)
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ error: 'Token expired. Generate a new one.', code: 'token_expired' })
    expect((await list()).map(({ id }) => id)).toContain(token.id)
  })

  it('S-TOK-10 S-V1-27 rule 45 records its last use and can list tokens', async () => {
    const { token, client } = await createToken()
    const used = async () => (await list(client)).find(({ id }) => id === token.id)?.last_used_at ?? null
    await pollUntil('the use is recorded', async () => (await used()) !== null)
    const first = await used()
    await daymark.clock.advance(61_000)
    await pollUntil('the later use is recorded', async () => (await used()) !== first)
  })

  it('S-TOK-05 is invalid as soon as it is revoked', async () => {
    const { token, client } = await createToken()
    expect((await validate(client)).status).toBe(200)
    const answer = await owner.delete(`/v1/tokens/${token.id}`)
    expect(answer.body).toEqual({ success: true, message: expect.any(String) })
    expect((await validate(client)).body).toMatchObject(NOT_A_TOKEN)
    expect(seen(await owner.delete(`/v1/tokens/${token.id}`))).toEqual({ status: 404, code: 'token_not_found' })
  })

  it('rule 44 rule 45 can create and revoke tokens only with scope admin', async () => {
    const { client: admin } = await createToken({ scopes: ['admin'] })
    const { client: writer } = await createToken({ scopes: ['write', 'delete', 'share', 'webhooks'] })
    const { token, client } = await createToken({ scopes: ['admin', 'read'] }, admin)
    expect((await validate(client)).status).toBe(200)
    for (const request of [writer.post<Refusal>('/v1/tokens', {}), writer.delete<Refusal>(`/v1/tokens/${token.id}`)]) {
      const answer = await request
      expect(seen(answer)).toEqual({ status: 403, code: 'scope_needed' })
      expect(answer.body.error).toContain('"admin"')
    }
    expect((await admin.delete(`/v1/tokens/${token.id}`)).status).toBe(200)
    expect((await validate(client)).status).toBe(401)
  })

  it('rule 44 cannot create a token with more scopes, even through the bus', async () => {
    const input = { name: null, scopes: ['delete', 'webhooks'] as Scope[], ttl: '1d', expiresAt: null }
    const asked = daymark.rpc.call(tokens.createToken, { ...input, callerScopes: ['write'] }, actorOf(owner.id))
    await expect(asked).rejects.toMatchObject({ code: 'scope_needed', params: { scope: 'webhooks' } })
  })
})

describe('a token and its owner', () => {
  it('is refused while the owner has a temporary password, and works again after a new one is chosen', async () => {
    const member = await daymark.createUser({ tier: 'studio' })
    const { client } = await createToken({}, member)
    expect((await validate(client)).status).toBe(200)
    const admin = await daymark.admin()
    const reset = await admin.post<{ temporaryPassword: string }>(`/api/admin/users/${member.id}/reset-password`, {})
    const answers = async (status: number) => (await validate(client)).status === status
    await pollUntil('the token is refused', () => answers(401))
    const again = daymark.visitor()
    const password = Object.values(reset.body).find(value => typeof value === 'string' && value.length > 10) ?? ''
    await again.post('/api/auth/login', { username: member.email, password })
    const change = { current_password: password, new_password: 'chosen by herself alone' }
    expect((await again.post('/api/auth/change-password', change)).status).toBe(200)
    await pollUntil('the token works again', () => answers(200))
  })
})

describe('the public API', () => {
  it('S-V1-01 S-V1-02 shows health and version without credentials', async () => {
    const anonymous = daymark.visitor()
    expect(await waitUntilHealthy(anonymous, '/v1/health')).toMatchObject({ ok: true, status: 'ok' })
    expect(await anonymous.get('/v1/version')).toMatchObject({ status: 200, body: { version: 'v1.0.0' } })
  })

  it('can be called by pages of other sites with a token, but not with cookies', async () => {
    const { client } = await createToken()
    const origin = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    const asked = await daymark.visitor().send('OPTIONS', '/v1/tokens', undefined, {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/Authorization, Content-Type/)
    for (const { headers } of [asked, await validate(client), await daymark.visitor().get('/v1/nothing')]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
    expect(seen(await owner.post('/v1/tokens', {}, origin))).toEqual({ status: 403, code: 'cross_site' })
    const { token } = await createToken({ scopes: ['admin'] })
    const both = await owner.post('/v1/tokens', {}, { ...origin, authorization: `Bearer ${token.token}` })
    expect(both.status).toBe(201)
    const statusElsewhere = async (by: Visitor, path: string) =>
      (await by.get(path, origin)).headers.get('access-control-allow-origin')
    expect(await statusElsewhere(client, '/media/originals/none.jpg')).toBe('*')
    for (const path of ['/api/albums', '/media/originals/none.jpg'])
      expect(await statusElsewhere(owner, path)).toBeNull()
  })
})
