import type { http } from '@daymark/contracts'
import type { Answer, Visitor } from '@daymark/testing/outside'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

const origin = 'https://photos.example.com'
const daymark = setUpDaymark({
  env: { DAYMARK_PUBLIC_URL: origin, DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true' },
})
let admin: Visitor
let anna: SignedInUser
beforeAll(async () => {
  admin = await daymark.admin()
  anna = await daymark.createUser({ tier: 'studio' })
})

const ADDRESS = '127.0.0.1'
const list = async (query = '', by: Visitor = admin) => {
  await daymark.settle()
  return by.get<http.AuditPage>(`/api/admin/audit${query}`)
}
const entries = async (query = '') => (await list(query)).body.entries
const entriesBy = (member: SignedInUser, more = '') => entries(`?actor=${member.id}${more}`)
const expectSuccess = <T>(answer: Answer<T>): T => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.bytes.toString()}`)
  return answer.body
}

describe('the audit log of an administrator', () => {
  it('records who signed in, how and from which address', async () => {
    const [entry] = await entriesBy(anna, '&action=user.signed-in')
    expect(entry).toMatchObject({
      action: 'user.signed-in',
      actor: { id: anna.id, name: anna.email },
      target: { kind: 'user', id: anna.id, name: anna.email },
      details: { by: 'password' },
    })
    expect(entry!.address).toContain(ADDRESS)
    expect(+new Date(entry!.at)).toBeGreaterThan(Date.now() - 3_600_000)
  })

  it('records changes of account, tokens, webhooks, links and plan without their secrets', async () => {
    const ben = await daymark.createUser({ tier: 'studio' })
    const token = expectSuccess(
      await ben.post<{ id: string; token: string }>('/v1/tokens', { name: 'Laptop', scopes: ['read'] }),
    )
    expectSuccess(await ben.delete(`/v1/tokens/${token.id}`))
    const album = expectSuccess(await ben.post<http.Album>('/api/albums', { title: 'Wedding' }))
    const share = expectSuccess(
      await ben.post<http.Share>('/api/shares', { album_id: album.id, password: 'open sesame' }),
    )
    expectSuccess(await ben.post(`/api/shares/${share.id}/revoke`, {}))
    expectSuccess(await ben.post(`/api/shares/${share.id}/reinstate`, {}))
    expectSuccess(await ben.delete(`/api/shares/${share.id}`))
    expectSuccess(await ben.post('/api/settings/sessions/end-others', {}))
    expectSuccess(await ben.post('/api/subscription/update-tier', { tier: 'advanced' }))
    const next = 'another good password'
    expectSuccess(await ben.post('/api/auth/change-password', { current_password: ben.password, new_password: next }))
    expectSuccess(await ben.post('/api/settings/email', { email: `new-${ben.email}`, current_password: next }))

    const stored = await entriesBy(ben)
    const link = { kind: 'link', id: share.id, name: 'Wedding' }
    const user = { kind: 'user', id: ben.id, name: ben.email }
    const recorded = stored.toReversed().map(({ action, target, details }) => ({ action, target, details }))
    expect(recorded).toEqual([
      { action: 'user.signed-in', target: user, details: { by: 'password' } },
      { action: 'token.created', target: { kind: 'token', id: token.id, name: 'Laptop' }, details: { scopes: 'read' } },
      { action: 'token.revoked', target: { kind: 'token', id: token.id, name: 'Laptop' }, details: {} },
      { action: 'link.created', target: link, details: {} },
      { action: 'link.revoked', target: link, details: {} },
      { action: 'link.reinstated', target: link, details: {} },
      { action: 'link.revoked', target: link, details: { deleted: true } },
      { action: 'user.signed-out-everywhere', target: user, details: { ended: 0 } },
      {
        action: 'plan.changed',
        target: user,
        details: { from: 'studio', to: 'advanced', ends_with_period: false },
      },
      { action: 'password.changed', target: user, details: {} },
      {
        action: 'user.email-changed',
        target: { ...user, name: `new-${ben.email}` },
        details: { from: ben.email },
      },
    ])
    expect(stored.every(({ address, actor }) => address?.includes(ADDRESS) && actor.name === ben.email)).toBe(true)
    const all = JSON.stringify(await daymark.db('admin').sql('SELECT * FROM audit'))
    const secrets = [token.token, share.token, 'open sesame', ben.password, next]
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(all).not.toContain(secret)
  })

  it('records changes of the sign-in security and the method of each sign-in', async () => {
    const eva = await daymark.createUser()
    const current_password = eva.password
    type Started = { challenge: string; key: string; options: { challenge: string; user: { id: string } } }
    const code = (key: string) => TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +daymark.clock.now() })
    const step = expectSuccess(await eva.post<Started>('/api/settings/second-step', { current_password }))
    const { challenge } = step
    const on = expectSuccess(
      await eva.post<{ recovery_codes: [string, string] }>('/api/settings/second-step/confirm', {
        challenge,
        code: code(step.key),
      }),
    )
    const anonymous = daymark.visitor()
    const secondStep = await anonymous.post<Started>('/api/auth/login', { username: eva.email, password: eva.password })
    const [first, second] = on.recovery_codes
    type Renewed = { recovery_codes: [string, string] }
    expectSuccess(await anonymous.post('/api/auth/second-step', { challenge: secondStep.body.challenge, code: first }))
    const renewed = expectSuccess(
      await eva.post<Renewed>('/api/settings/second-step/recovery-codes', { current_password, code: second }),
    )
    const [third] = renewed.recovery_codes
    expectSuccess(await eva.delete('/api/settings/second-step', { current_password, code: third }))

    const key = new Authenticator()
    const passkeySetup = expectSuccess(await eva.post<Started>('/api/settings/passkeys/options', { current_password }))
    const created = {
      challenge: passkeySetup.challenge,
      name: 'Phone',
      credential: key.create(passkeySetup.options, { origin }),
    }
    const passkey = expectSuccess(await eva.post<http.Passkey>('/api/settings/passkeys', created))
    const other = daymark.visitor()
    const use = expectSuccess(await other.post<Started>('/api/auth/passkey/options'))
    const used = { challenge: use.challenge, credential: key.get(use.options, { origin }) }
    expectSuccess(await other.post('/api/auth/passkey', used))
    expectSuccess(await eva.delete(`/api/settings/passkeys/${passkey.id}`, { current_password }))

    const stored = await entriesBy(eva)
    const user = { kind: 'user', id: eva.id, name: eva.email }
    const phone = { kind: 'passkey', id: passkey.id, name: 'Phone' }
    expect(stored.toReversed().map(({ action, target, details }) => ({ action, target, details }))).toEqual([
      { action: 'user.signed-in', target: user, details: { by: 'password' } },
      { action: 'second-step.turned-on', target: user, details: {} },
      { action: 'user.signed-in', target: user, details: { by: 'password and code' } },
      { action: 'recovery-codes.renewed', target: user, details: {} },
      { action: 'second-step.turned-off', target: user, details: {} },
      { action: 'passkey.added', target: phone, details: {} },
      { action: 'user.signed-in', target: user, details: { by: 'passkey' } },
      { action: 'passkey.removed', target: phone, details: {} },
    ])
    expect(stored.every(({ address, actor }) => address?.includes(ADDRESS) && actor.name === eva.email)).toBe(true)
    const all = JSON.stringify(await daymark.db('admin').sql('SELECT * FROM audit'))
    for (const secret of [step.key, first, second, third, key.id]) expect(all).not.toContain(secret)
  })

  it('records the token of an API call, but not its secret', async () => {
    const gina = await daymark.createUser({ tier: 'studio' })
    const album = expectSuccess(await gina.post<http.Album>('/api/albums', { title: 'Sent by a program' }))
    const created = { name: 'Lightroom', scopes: ['share'] }
    const { token } = expectSuccess(await gina.post<{ token: string }>('/v1/tokens', created))
    const headers = { authorization: `Bearer ${token}` }
    const share = expectSuccess(
      await daymark.visitor().post<{ id: string }>('/v1/shares', { album_id: album.id }, headers),
    )
    const [entry] = await entries(`?target=${share.id}`)
    expect(entry).toMatchObject({
      action: 'link.created',
      actor: { id: gina.id },
      details: { api_token: 'Lightroom' },
    })
    expect(entry!.address).toContain(ADDRESS)
    expect(JSON.stringify(await entries(`?search=Lightroom`))).not.toContain(token)
  })

  it('records the host of a webhook, but not its URL', async () => {
    const finn = await daymark.createUser({ tier: 'studio' })
    const body = { url: 'http://127.0.0.1:9/hook/with-a-secret', events: ['album.created'] }
    const { id } = expectSuccess(await finn.post<{ id: string }>('/v1/webhooks', body))
    expectSuccess(await finn.delete(`/v1/webhooks/${id}`))
    const stored = await entries(`?target=${id}`)
    const target = { kind: 'webhook', id, name: expect.stringContaining('127.0.0.1') }
    expect(stored).toMatchObject([
      { action: 'webhook.deleted', actor: { id: finn.id }, target },
      { action: 'webhook.created', actor: { id: finn.id }, target },
    ])
    expect(JSON.stringify(stored)).not.toContain('with-a-secret')
  })

  it('pages have no gaps or duplicates, newest first', async () => {
    const all = await entries('?limit=500')
    expect(all.length).toBeGreaterThan(10)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const paged: number[] = []
    for (let before: string | null = ''; before !== null;) {
      const page: http.AuditPage = (await list(`?limit=3${before && `&before=${before}`}`)).body
      expect(page.entries.length).toBeLessThanOrEqual(3)
      paged.push(...page.entries.map(({ seq }) => seq))
      before = page.next_before
    }
    expect(paged).toEqual(all.map(({ seq }) => seq))
  })

  it('can be filtered by time and by words of names and addresses', async () => {
    const name = anna.email.split('@')[0]!
    expect(
      (await entries(`?search=${name.toUpperCase()}`)).every(e => [e.actor.id, e.target?.id].includes(anna.id)),
    ).toBe(true)
    expect((await entries(`?search=${name}%20${ADDRESS}%20signed-in`)).length).toBeGreaterThan(0)
    expect(await entries(`?search=${name}%20plan.changed`)).toEqual([])
    expect((await entries(`?search=${name.slice(0, 20)}`)).length).toBeGreaterThan(0)
    expect(await entries('?search=127.0.0.0.1')).toEqual([])
    const all = await entries('?search=user&limit=500')
    const { body: page } = await list('?search=user&limit=2')
    expect(page.entries).toEqual(all.slice(0, 2))
    expect(await entries(`?search=user&limit=2&before=${page.next_before}`)).toEqual(all.slice(2, 4))
    expect(await entries('?search=%25')).toEqual([])
    const now = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect(await entries(`?from=${now}`)).toEqual([])
    expect((await entries(`?to=${now}&actor=${anna.id}`)).length).toBeGreaterThan(0)
    expect(await list('?from=yesterday')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await list('?before=x')).toMatchObject({ status: 400 })
    expect(await entries('?before=999999')).toEqual([])
  })

  it('the export is a CSV without formulas and is itself recorded', async () => {
    const name = '=HYPERLINK("https://example.org")'
    const dora = await daymark.createUser({ tier: 'studio' })
    const { id } = expectSuccess(await dora.post<{ id: string }>('/v1/tokens', { name, scopes: ['read'] }))
    await daymark.settle()
    const answer = await admin.get(`/api/admin/audit/export?target=${id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
    const [head, line, ...remaining] = answer.bytes.toString().split('\r\n')
    expect(head).toMatch(/^\ufeffseq,at,action,actor_id,/)
    expect(line).toContain(
      `,token.created,${dora.id},user,${dora.email},token,${id},"'=HYPERLINK(""https://example.org"")",`,
    )
    expect(remaining).toEqual([''])
    const [entry] = await entries('?action=audit.exported')
    expect(entry).toMatchObject({ actor: { name: 'admin@daymark.test' }, target: null, details: { target: id } })
    expect(entry!.address).toContain(ADDRESS)
  })

  it('the check reports the first changed entry', async () => {
    const db = daymark.db('admin')
    await daymark.settle()
    const [end] = await db.sql<{ last_seq: string; last_hash: string }>('SELECT last_seq, last_hash FROM audit_chain')
    const count = Number(end!.last_seq)
    const check = async () => expectSuccess(await admin.get<http.AuditCheck>('/api/admin/audit/check'))
    const whole = { ok: true, entries: count, first_seq: 1, last_hash: end!.last_hash, broken_at: null }
    expect(await check()).toEqual(whole)
    const change = 'UPDATE audit SET actor_name = $1 WHERE seq = 2 RETURNING actor_name'
    const [before] = await db.sql<{ actor_name: string }>('SELECT actor_name FROM audit WHERE seq = 2')
    await db.sql(change, ['forged@example.test'])
    expect(await check()).toMatchObject({ ok: false, entries: 1, broken_at: 2 })
    await db.sql(change, [before!.actor_name])
    expect(await check()).toEqual(whole)
  })

  it.each(['audit', 'users'])('HEAD of the export of %s answers the headers without a body', async what => {
    const action = `?action=${what}.exported`
    const before = await entries(action)
    const answer = await admin.send('HEAD', `/api/admin/${what}/export`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${what}.csv"`)
    expect(answer.bytes).toHaveLength(0)
    expect(await entries(action)).toEqual(before)
  })
})
