import { randomUUID } from 'node:crypto'
import { archive, type http, routes, system } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { setUpDaymark } from '../../support/daymark.ts'
import { createSharedGallery } from '../../support/shared-gallery.ts'

const daymark = setUpDaymark()
let admin: Visitor
beforeAll(async () => void (admin = await daymark.admin()))

const GB = 1024 ** 3
const PASSWORD = 'a password the admin typed'
type Created = http.User & { displayName: string | null; subscriptionTier: string } & http.ErrorAnswer
const create = (body: object, by: Visitor = admin) =>
  by.post<Created>('/api/admin/users', { email: `${randomUUID()}@daymark.test`, password: PASSWORD, ...body })
const list = async (query = '') => (await admin.get<http.AdminUser[]>(`/api/admin/users${query}`)).body
const reset = (id: string, by: Visitor = admin) =>
  by.post<{ temporaryPassword: string } & http.ErrorAnswer>(`/api/admin/users/${id}/reset-password`)
async function signIn(username: string, password: string): Promise<number> {
  return (await daymark.visitor().post('/api/auth/login', { username, password })).status
}

describe('creating a user', () => {
  it('S-ADA-06 answers email, role and subscriptionTier, and the user can sign in', async () => {
    const input = {
      email: 'Anna@Daymark.test',
      displayName: 'Anna Lee',
      role: 'admin',
      subscriptionTier: 'advanced',
    }
    const { status, body } = await create(input)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...input,
      display_name: 'Anna Lee',
      subscription_tier: 'advanced',
      last_login: null,
    })
    expect(await signIn(input.email, PASSWORD)).toBe(200)
  })

  it('S-ADM-10 S-ADA-09 role defaults to user and tier to professional; the display name is optional', async () => {
    const expected = { role: 'user', subscriptionTier: 'professional', displayName: null }
    expect((await create({})).body).toMatchObject(expected)
    expect((await create({ displayName: null })).body).toMatchObject(expected)
    expect((await create({ displayName: '' })).body).toMatchObject(expected)
  })

  it.each(['user', 'admin', 'super_admin'])('S-ADA-13 L-ENT-02 accepts the role %s', async role => {
    expect((await create({ role })).body).toMatchObject({ role })
  })

  it.each([
    ['no email', { email: undefined }],
    ['an email without a domain', { email: 'anna@' }],
    ['no password', { password: undefined }],
    ['a short password', { password: '1234567' }],
    ['an unknown role', { role: 'owner' }],
    ['an unknown tier', { subscriptionTier: 'gold' }],
    ['a name that is none', { displayName: { first: 'Anna' } }],
    ['an endless name', { displayName: 'x'.repeat(201) }],
  ])('S-ADA-07 S-ADA-08 S-ADA-13 S-ADM-10 %s is rejected with a message, and no user is created', async (_, wrong) => {
    const before = (await list()).length
    const { status, body } = await create(wrong)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.message.length).toBeGreaterThan(5)
    expect(body.error).toBe(body.message)
    expect(await list()).toHaveLength(before)
  })

  it('S-ADA-07 an existing email address in any case is a conflict', async () => {
    await create({ email: 'Twice@daymark.test' })
    const { status, body } = await create({ email: 'tWICE@Daymark.Test' })
    expect([status, body.code, body.message]).toEqual([409, 'email_taken', 'A user with this email already exists.'])
  })
})

describe('the list of users', () => {
  it('S-ADA-02 contains the fields of every user, newest first', async () => {
    const { body: created } = await create({ displayName: 'Newest' })
    const users = await list()
    expect(users[0]).toEqual({
      id: created.id,
      username: created.email,
      email: created.email,
      display_name: 'Newest',
      role: 'user',
      subscription_tier: 'professional',
      subscription_status: 'active',
      storage_used: 0,
      storage_limit: 500 * GB,
      last_login: null,
      created_at: expect.stringMatching(/Z$/),
      must_change_password: false,
      state: 'active',
      suspended_reason: null,
      deletion_due_at: null,
      deletion_by_owner: false,
      last_seen_at: null,
    })
    expect(users.map(u => u.role)).toContain('super_admin')
  })

  it('S-ADA-02 is paged on request, and invalid limits are rejected', async () => {
    // a request updates last_seen_at of its user, at most once a minute
    const withoutLastSeen = (users: http.AdminUser[]) => users.map(user => ({ ...user, last_seen_at: null }))
    const all = await list()
    expect([...(await list('?limit=1')), ...(await list('?limit=2&offset=1'))]).toEqual(all.slice(0, 3))
    expect(withoutLastSeen(await list('?limit=1000000'))).toEqual(withoutLastSeen(all))
    for (const query of ['?limit=-1', '?limit=many', '?offset=-1'])
      expect((await admin.get(`/api/admin/users${query}`)).status).toBe(400)
  })

  it('S-ADA-02 is paged by cursor, searched by parts of names and addresses, and filtered by role, tier and state', async () => {
    const mark = randomUUID().slice(0, 8)
    for (const displayName of [`Zoë ${mark}`, `${mark.toUpperCase()} 100%`, null])
      await create({ displayName, subscriptionTier: displayName ? 'studio' : 'starter' })
    const found = await list(`?search=${mark}`)
    expect(found.map(u => u.display_name)).toEqual([`${mark.toUpperCase()} 100%`, `Zoë ${mark}`])
    expect(await list(`?search=${mark}&limit=1&after=${found[0]?.id}`)).toEqual(found.slice(1))
    expect(await list(`?search=${encodeURIComponent('ZOË')}%20${mark}`)).toEqual(found.slice(1))
    expect(await list(`?search=${mark}%25`)).toEqual([])
    expect(await list(`?search=${mark}&tier=studio&role=user&state=active`)).toEqual(found)
    for (const other of ['tier=starter', 'role=admin', 'state=suspended'])
      expect(await list(`?search=${mark}&${other}`)).toEqual([])
    for (const wrong of ['tier=gold', 'role=owner', 'state=gone', `search=${'x'.repeat(201)}`])
      expect((await admin.get(`/api/admin/users?${wrong}`)).status).toBe(400)
  })

  it('S-ADA-02 is exported as CSV in which no name is executed as a formula', async () => {
    const mark = randomUUID().slice(0, 8)
    await create({ displayName: `=HYPERLINK("https://evil.example","${mark}")` })
    const { status, bytes, headers } = await admin.get(`/api/admin/users/export?search=${mark}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toContain('users.csv')
    const [head, line, end] = bytes.toString().split('\r\n')
    expect(head).toMatch(/^\ufeffid,email,display_name,role,state,/)
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"",""${mark}"")",user,active,professional,`)
    expect(end).toBe('')
    expect((await admin.get('/api/admin/users/export')).bytes.toString().split('\r\n')).toHaveLength(
      (await list()).length + 2,
    )
  })

  it('S-ADA-15 rule 73 a sign-in changes last_login and is recorded in the audit log', async () => {
    const { body: created } = await create({})
    const before = daymark.clock.now().toISOString()
    await signIn(created.email, PASSWORD)
    const listed = (await list()).find(u => u.id === created.id)
    expect((listed?.last_login ?? '') >= before).toBe(true)
    expect(listed?.last_seen_at).toBe(listed?.last_login)
    await daymark.settle()
    const log = await admin.get<http.AuditPage>(`/api/admin/audit?actor=${created.id}`)
    expect(log.body.entries).toMatchObject([{ action: 'user.signed-in', details: { by: 'password' } }])
  })
})

describe('passwords', () => {
  it('S-ADA-05 a generated password is random and can be used', async () => {
    const generate = async () => (await admin.get<{ password: string }>('/api/admin/generate-password')).body
    const [one, two] = [await generate(), await generate()]
    expect(one).toEqual({ password: expect.stringMatching(/^\S{16,}$/) })
    expect(two.password).not.toBe(one.password)
    const { body } = await create({ password: one.password })
    expect(await signIn(body.email, one.password)).toBe(200)
  })

  it.each(['user', 'admin', 'super_admin'])(
    'S-ADA-10 the password of a user with the role %s can be reset',
    async role => {
      const { body: created } = await create({ role })
      const { status, body } = await reset(created.id)
      expect(status).toBe(200)
      expect(Object.keys(body)).toEqual(['temporaryPassword'])
      expect(await signIn(created.email, PASSWORD)).toBe(401)
      expect(await signIn(created.email, body.temporaryPassword)).toBe(200)
    },
  )

  it.each([randomUUID(), 'no-id', '1', '%00', '..%2f..'])(
    'S-ADA-17 a reset for the unknown id %p answers 404 with a message',
    async id => {
      const { status, body } = await reset(id)
      expect([status, body.code, body.message]).toEqual([404, 'user_not_found', 'No such user.'])
    },
  )

  it('S-ADA-16 passwords and their hashes are in no answer', async () => {
    const created = await create({ displayName: 'Anna' })
    const texts = [created.bytes, (await admin.get('/api/admin/users')).bytes, (await admin.get('/api/auth/me')).bytes]
    for (const text of texts) {
      expect(text.toString()).not.toContain(PASSWORD)
      expect(text.toString()).not.toMatch(/argon2|hash|token/i)
    }
  })
})

describe('the state of an account', () => {
  it('rule 75 galleries of a suspended account stay closed after a restore from a backup, until it is reactivated', async () => {
    const { owner, token } = await createSharedGallery(daymark, { count: 0 })
    const openGallery = async () => {
      await daymark.settle()
      return (await daymark.visitor().get(`/api/shares/public/${token}`)).status
    }
    expect(await openGallery()).toBe(200)
    // as after the import of its row from the backup
    await daymark.db('identity').sql('UPDATE users SET disabled = true WHERE id = $1', [owner.id])
    await daymark.rpc.call(archive.identity.finishImport, { userId: owner.id }, system)
    expect(await openGallery()).toBe(404)
    expect((await admin.post(`/api/admin/users/${owner.id}/reactivate`)).status).toBe(200)
    expect(await openGallery()).toBe(200)
  })

  it('rule 77 a deleted account is removed when its time is over, and no other account is', async () => {
    const { body: deleted } = await create({})
    const ids = async () => (await list()).map(({ id }) => id)
    const before = await ids()
    const { body } = await admin.delete<http.AdminUser>(`/api/admin/users/${deleted.id}`)
    expect(body.state).toBe('deleting')
    await daymark.runJob('identity', 'DeleteAccounts')
    expect(await ids()).toEqual(before)
    await daymark.db('identity').sql('UPDATE users SET deletion_due_at = now() WHERE id = $1', [deleted.id])
    await daymark.runJob('identity', 'DeleteAccounts')
    expect(await ids()).toEqual(before.filter(id => id !== deleted.id))
  })
})

describe('administration routes', () => {
  const administration = Object.values(routes).filter(({ auth }) => auth === 'super_admin')

  it('S-ADA-11 S-ADA-12 require a super_admin: other users get 403 and visitors 401, and nothing changes', async () => {
    const others = [await daymark.createUser({ tier: 'studio' }), await daymark.createUser({ role: 'admin' })]
    const before = (await list()).map(({ id }) => id)
    expect(administration.length).toBeGreaterThan(30)
    for (const { method, path } of administration) {
      const address = path.replace(/:\w+/g, others[0]?.id ?? '')
      const call = async (by: Visitor) => {
        const { status, body } = await by.send<http.ErrorAnswer>(method, address, method === 'GET' ? undefined : {})
        return [status, body.code]
      }
      const answers = await Promise.all([daymark.visitor(), ...others].map(call))
      expect([method, path, ...answers]).toEqual([
        method,
        path,
        [401, 'no_session'],
        ...Array(2).fill([403, 'forbidden']),
      ])
    }
    expect((await list()).map(({ id }) => id)).toEqual(before)
  })
})
