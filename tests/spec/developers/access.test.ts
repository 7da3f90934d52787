import { randomUUID } from 'node:crypto'
import {
  type http,
  type Route,
  routes,
  type Scope,
  SCOPES,
  scopeCovers,
  type Tier,
  TIERS,
  v1,
} from '@daymark/contracts'
import { contractOf, gatewayService } from '@daymark/gateway'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'

/** Derives from the contracts who may make each call and how others are refused. No route is named here. */
const controllers = gatewayService.http?.controllers ?? []
const served = new Set(
  controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).map(name => contractOf((prototype as Record<string, object>)[name] ?? {})),
  ),
)
const calls: Route[] = (Object.values(v1) as Route[]).filter(one => served.has(one))
const closed = calls.filter(({ auth }) => auth !== 'open')

type Seen = 'let in' | (string & {})
const REFUSALS = new Set([
  'token_required',
  'token_expired',
  'scope_needed',
  'plan_required',
  'no_session',
  'forbidden',
])
const nameOf = ({ method, path }: Route): string => `${method} ${path}`

const daymark = setUpDaymark({ env: { DAYMARK_DEVELOPER_CALLS_PER_MINUTE: '100000' } })
let owner: Visitor
const programs = new Map<Scope | Tier, Visitor>()

async function client(by: Visitor, scopes: Scope[]): Promise<Visitor> {
  const { body } = await by.post<{ token: string }>('/v1/tokens', { scopes })
  return daymark.visitor({ authorization: `Bearer ${body.token}` })
}

beforeAll(async () => {
  owner = await daymark.createUser({ tier: 'studio' })
  for (const scope of SCOPES) programs.set(scope, await client(owner, [scope]))
  for (const tier of TIERS) programs.set(tier, await client(await daymark.createUser({ tier }), ['admin']))
  await daymark.settle()
})

const addressOf = (path: string): string => path.replaceAll(/:\w+/g, () => randomUUID())
/** Uses unknown ids and empty bodies, so allowed calls change nothing. */
async function request(by: Visitor, { method, path, accepts }: Route, headers?: Record<string, string>): Promise<Seen> {
  const hasBody = method !== 'GET' && method !== 'DELETE' && accepts !== 'form'
  const answer = await by.send<http.ErrorAnswer>(method, addressOf(path), hasBody ? {} : undefined, headers)
  const { status, body } = answer
  if (status >= 500) return String(status)
  return status >= 400 && REFUSALS.has(body.code) ? body.code : 'let in'
}
/** The outcome of each call with these credentials. */
async function all(
  routesToCall: Route[],
  by: Visitor,
  headers?: Record<string, string>,
): Promise<Record<string, Seen>> {
  const seen: Record<string, Seen> = {}
  for (const one of routesToCall) seen[nameOf(one)] = await request(by, one, headers)
  return seen
}
const expected = (routesToCall: Route[], outcomeOf: (route: Route) => Seen) =>
  Object.fromEntries(routesToCall.map(one => [nameOf(one), outcomeOf(one)]))
const clientWith = (name: Scope | Tier): Visitor => {
  const found = programs.get(name)
  if (!found) throw new Error(`no client for ${name}`)
  return found
}

describe('every call of the public API', () => {
  it('is in this table', () => {
    expect(closed.length).toBeGreaterThan(3)
    expect(new Set(calls.map(nameOf)).size).toBe(calls.length)
  })

  it.each(SCOPES)('S-V1-34 S-V1-35 S-TOK-09 rule 44 is allowed or refused with a token of scope %s', async scope => {
    const outcomeOf = ({ scope: needed }: Route) =>
      needed && !scopeCovers([scope], needed) ? 'scope_needed' : 'let in'
    expect(await all(closed, clientWith(scope))).toEqual(expected(closed, outcomeOf))
  })

  it.each(TIERS)('S-TOK-12 rule 13 is allowed or refused with a token whose owner has the plan %s', async tier => {
    const outcomeOf = () => (tier === 'studio' ? 'let in' : 'plan_required')
    expect(await all(closed, clientWith(tier))).toEqual(expected(closed, outcomeOf))
  })

  it('S-V1-32 S-TOK-13 is refused without a token or with an invalid one', async () => {
    const refused = expected(closed, () => 'token_required')
    expect(await all(closed, daymark.visitor())).toEqual(refused)
    expect(await all(closed, daymark.visitor({ authorization: 'Bearer dm_none' }))).toEqual(refused)
  })

  it('S-V1-33 is refused with an expired token', async () => {
    const { body } = await owner.post<{ token: string; id: string }>('/v1/tokens', {})
    await daymark.db('developer').sql('UPDATE api_tokens SET expires_at = created_at WHERE id = $1', [body.id])
    const expired = daymark.visitor({ authorization: `Bearer ${body.token}` })
    expect(await all(closed, expired)).toEqual(expected(closed, () => 'token_expired'))
  })

  it('S-TOK-01 rule 45 with a session allows only calls about tokens and webhooks, the former on any plan', async () => {
    const outcomeOf = ({ auth }: Route) => (auth === 'session' ? 'let in' : 'token_required')
    expect(await all(closed, owner)).toEqual(expected(closed, outcomeOf))
    const vault = closed.filter(({ path }) => path.startsWith('/v1/tokens'))
    expect(await all(vault, await daymark.createUser({ tier: 'starter' }))).toEqual(expected(vault, outcomeOf))
  })

  it('S-V1-40 ignores a cookie if there is a token', async () => {
    const outcomeOf = ({ scope: needed }: Route) =>
      needed && !scopeCovers(['read'], needed) ? 'scope_needed' : 'let in'
    expect(await all(closed, owner, clientWith('read').headers)).toEqual(expected(closed, outcomeOf))
  })

  it('S-V1-34 answers 405 to other methods', async () => {
    const ours = new Set(calls.map(nameOf))
    for (const path of new Set(calls.map(one => one.path)))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(other => !ours.has(`${other} ${path}`))) {
        const { status } = await clientWith('admin').send(method, addressOf(path), undefined)
        expect([method, path, status]).toEqual([method, path, 405])
      }
  })
})

describe('every other call', () => {
  const others = (Object.values(routes) as Route[]).filter(({ auth }) => auth === 'session' || auth === 'super_admin')
  const own = others.filter(({ scope }) => scope === undefined)

  it('S-V1-40 refuses tokens of any scope, especially calls of the administration', async () => {
    const admin = await client(await daymark.admin(), ['admin'])
    expect(await all(own, admin)).toEqual(expected(own, () => 'no_session'))
  })
})
