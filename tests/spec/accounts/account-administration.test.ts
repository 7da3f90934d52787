import { randomUUID } from 'node:crypto'
import { type http, MAX_INVITATION_EMAILS } from '@daymark/contracts'
import { type Answer, pollUntil, type Visitor } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator, UNLIMITED } from '../../support/integrators.ts'
import { linkPaths, createSharedGallery } from '../../support/shared-gallery.ts'

const GB = 1024 ** 3
let mailbox: Mailbox
let admin: Visitor
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: { ...mailbox.env, ...UNLIMITED } }))
beforeAll(async () => void (admin = await daymark.admin()))
afterAll(() => mailbox.stop())

type Changed = http.AdminUser & http.ErrorAnswer
const path = (id: string, what = '') => `/api/admin/users/${id}${what}`
const suspend = (id: string, body = {}, by = admin) => by.post<Changed>(path(id, '/suspend'), body)
const reactivate = (id: string, by = admin) => by.post<Changed>(path(id, '/reactivate'))
const patch = (id: string, body: object, by = admin) => by.patch<Changed>(path(id), { ...body })
const setPlan = (id: string, body: object, by = admin) => by.patch<Changed>(path(id, '/plan'), { ...body })
/** Each service has two seconds to answer, which may not be enough on a busy machine. */
async function accountPage(id: string): Promise<Answer<http.AdminAccount>> {
  let last: Answer<http.AdminAccount> | undefined
  const isComplete = async () => (last = await admin.get<http.AdminAccount>(path(id))).body.notes.length === 0
  await pollUntil('the page is complete', isComplete)
  return last!
}
const account = async (id: string) => (await accountPage(id)).body
const signIn = async (username: string, password: string, who = daymark.visitor()) =>
  (await who.post('/api/auth/login', { username, password })).status
const statusOf = async (who: Visitor, what: string) => (await who.get(what)).status
const statuses = (addresses: string[], who = daymark.visitor()) =>
  Promise.all(addresses.map(address => statusOf(who, address)))

describe('rule 75 suspending an account', () => {
  it('ends its sessions, rejects its tokens and closes its links; reactivation restores all of them', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const slug = `summer-${randomUUID().slice(0, 8)}`
    const gallery = await createSharedGallery(daymark, { owner, count: 1, share: { slug, allow_downloads: true } })
    const client = await createIntegrator(owner)
    const addresses = [...linkPaths(gallery.token, gallery.image.filename), `/api/shares/public/${slug}`]
    const all = (status: number) => Array(addresses.length).fill(status)
    const before = await statuses(addresses)
    expect(before).toEqual(all(200))
    const visitor = daymark.visitor()
    await statuses(addresses, visitor)

    const { status, body } = await suspend(owner.id, { reason: ' Asked to wait ' })
    expect([status, body.state, body.suspended_reason]).toEqual([200, 'suspended', 'Asked to wait'])
    expect(await statusOf(owner, '/api/auth/me')).toBe(401)
    expect(await signIn(owner.email, owner.password)).toBe(401)
    await pollUntil('the links are closed, also for earlier visitors', async () =>
      (await statuses(addresses, visitor)).every(one => one === 404),
    )
    expect(await statuses(addresses)).toEqual(all(404))
    await pollUntil('the token is refused', async () => (await statusOf(client, '/v1/images')) === 401)
    const unknown = await daymark.visitor().get<http.ErrorAnswer>('/api/shares/public/' + 'x'.repeat(32))
    const closed = await daymark.visitor().get<http.ErrorAnswer>(`/api/shares/public/${gallery.token}`)
    expect({ ...closed.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    const view = { event_type: 'photo_view', token: gallery.token, image_id: gallery.image.id }
    const views = () => daymark.db('sharing').sql('SELECT view_count FROM links WHERE id = $1', [gallery.link.id])
    const viewed = await views()
    await daymark.clock.advance(3_600_000)
    expect((await visitor.post('/api/shares/track', view)).status).toBe(204)
    await daymark.settle()
    expect(await views()).toEqual(viewed)

    expect((await reactivate(owner.id)).body).toMatchObject({ state: 'active', suspended_reason: null })
    await pollUntil('the links are open', async () => (await statuses(addresses)).every(one => one === 200))
    await pollUntil('the token works', async () => (await statusOf(client, '/v1/images')) === 200)
    expect(await signIn(owner.email, owner.password, owner)).toBe(200)
    expect((await owner.get<http.Share[]>('/api/shares')).body).toMatchObject([{ id: gallery.link.id, slug }])
  })

  it('S-ADA-10 resetting a password does not close the galleries of the account', async () => {
    const { owner, token } = await createSharedGallery(daymark, { count: 1 })
    await admin.post(path(owner.id, '/reset-password'))
    await daymark.settle()
    expect(await statuses([`/api/shares/public/${token}`])).toEqual([200])
  })

  it('can be filtered in the list; a second call changes only the reason', async () => {
    const { id, email } = await daymark.createUser()
    await suspend(id)
    expect((await suspend(id, { reason: 'Unpaid' })).body).toMatchObject({
      state: 'suspended',
      suspended_reason: 'Unpaid',
    })
    const found = await admin.get<http.AdminUser[]>(`/api/admin/users?state=suspended&search=${email}`)
    expect(found.body.map(user => user.id)).toEqual([id])
  })
})

describe('rule 76 the last super_admin', () => {
  /** Creates super_admins. The test demotes or suspends all but one. */
  const superAdmins = async (count: number): Promise<SignedInUser[]> =>
    Promise.all(Array.from({ length: count }, () => daymark.createUser({ role: 'super_admin' })))

  it('S-ADA-11 concurrent demotions, suspensions and deletions always leave one active super_admin', async () => {
    const mine = await superAdmins(4)
    const first = await admin.get<http.User>('/api/auth/me')
    const superAdminList = await admin.get<http.AdminUser[]>('/api/admin/users?role=super_admin')
    expect(superAdminList.body).toHaveLength(5)
    const actions = [
      (id: string, by: Visitor) => suspend(id, {}, by),
      (id: string, by: Visitor) => patch(id, { role: 'user' }, by),
      (id: string, by: Visitor) => by.delete<Changed>(path(id)),
      (id: string, by: Visitor) => patch(id, { role: 'admin' }, by),
    ]
    const targets = [...mine.map(({ id }) => id), first.body.id]
    const requests = targets.flatMap((id, n) =>
      actions.map((applyAction, m) => applyAction(id, mine[(n + m) % 4] ?? admin)),
    )
    const answers = await Promise.all(requests)
    expect(requests).toHaveLength(20)
    expect(answers.every(({ status }) => [200, 401, 403, 409].includes(status))).toBe(true)
    const [left] = await daymark
      .db('identity')
      .sql<{ n: number; id: string }>(
        `SELECT count(*) OVER ()::int AS n, id FROM users WHERE role = 'super_admin' AND NOT disabled`,
      )
    expect(left?.n).toBe(1)
    // the last super_admin cannot leave; after the promotion of another one they can
    await daymark.db('identity').sql(
      `UPDATE users SET role = 'super_admin', disabled = false, deletion_due_at = NULL
      WHERE id = $1`,
      [first.body.id],
    )
    if (left?.id !== first.body.id)
      await daymark.db('identity').sql(`UPDATE users SET role = 'user' WHERE id = $1`, [left?.id])
    await signIn(first.body.email, 'the first super admin of tests', admin)
    for (const applyAction of actions) {
      const { status, body } = await applyAction(first.body.id, admin)
      expect([status, body.code]).toEqual([409, 'last_super_admin'])
    }
    const [next] = await daymark.db('identity').sql<{ id: string }>(`SELECT id FROM users WHERE id = $1`, [mine[0]?.id])
    expect((await patch(next?.id ?? '', { role: 'super_admin' })).status).toBe(200)
  })
})

describe('the page of an account', () => {
  it('S-ADA-02 S-ADA-16 shows plan, usage, sessions, links and API clients without any secret', async () => {
    const { owner, token, image } = await createSharedGallery(daymark, { count: 2, tier: 'professional' })
    const visitor = daymark.visitor()
    await visitor.get(`/api/shares/public/${token}`)
    await visitor.post('/api/shares/track', { event_type: 'photo_view', token, image_id: image.id })
    const { body, bytes } = await accountPage(owner.id)
    expect(body).toMatchObject({
      user: { id: owner.id, email: owner.email, state: 'active' },
      plan: {
        tier: 'professional',
        tier_name: 'Professional',
        status: 'active',
        storage_limit: 500 * GB,
        managed: false,
      },
      usage: { images: 2, albums: 1 },
      sign_in: { sessions: [{ device: expect.any(String) }], second_step: false, passkeys: 0 },
      links: { total: 1, active: 1, views: 1 },
      developer: { tokens: 0, token_last_used_at: null, webhooks: 0, failing_webhooks: 0 },
      notes: [],
    })
    expect(body.usage?.storage_used).toBeGreaterThan(0)
    expect(bytes.toString()).not.toMatch(/argon2|hash|secret/i)
    const studio = await daymark.createUser({ tier: 'studio' })
    const client = await createIntegrator(studio)
    await client.get('/v1/images')
    expect(await account(studio.id)).toMatchObject({ developer: { tokens: 1 } })
  })

  it('S-ADA-17 all calls for an unknown id answer 404 with a message', async () => {
    for (const id of [randomUUID(), 'unknown'])
      for (const answer of [
        admin.get<http.ErrorAnswer>(path(id)),
        patch(id, {}),
        suspend(id),
        reactivate(id),
        admin.delete<http.ErrorAnswer>(path(id)),
        admin.delete<http.ErrorAnswer>(path(id, '/sessions')),
        setPlan(id, { subscription_tier: 'studio' }),
      ]) {
        const { status, body } = await answer
        expect([status, body.code, body.message]).toEqual([404, 'user_not_found', 'No such user.'])
      }
  })

  it('S-ADA-13 role and display name can be changed, and a role takes effect at once', async () => {
    const member = await daymark.createUser()
    const list = () => statusOf(member, '/api/admin/users?limit=1')
    expect(await list()).toBe(403)
    expect((await patch(member.id, { role: 'super_admin', display_name: ' Ada ' })).body).toMatchObject({
      role: 'super_admin',
      display_name: 'Ada',
    })
    expect(await list()).toBe(200)
    expect((await patch(member.id, { role: 'user' })).body).toMatchObject({ role: 'user', display_name: 'Ada' })
    expect(await list()).toBe(403)
    expect((await patch(member.id, { display_name: null })).body.display_name).toBeNull()
    for (const wrong of [{ role: 'owner' }, { display_name: 'x'.repeat(201) }, { display_name: 'a\0b' }])
      expect((await patch(member.id, wrong)).status).toBe(400)
  })

  it('the administration can end all sessions of an account', async () => {
    const member = await daymark.createUser()
    expect(await signIn(member.email, member.password)).toBe(200)
    const { status, body } = await admin.delete<{ message: string }>(path(member.id, '/sessions'))
    expect([status, body.message]).toEqual([200, '2 sessions were signed out.'])
    expect(await statusOf(member, '/api/auth/me')).toBe(401)
    expect(await signIn(member.email, member.password, member)).toBe(200)
  })
})

describe('rule 78 changing the plan of an account', () => {
  it('S-ADA-14 applies at once, with the storage of the plan or the given amount', async () => {
    const member = await daymark.createUser({ tier: 'starter' })
    expect((await setPlan(member.id, { subscription_tier: 'studio' })).body).toMatchObject({
      subscription_tier: 'studio',
      storage_limit: 2048 * GB,
    })
    expect((await member.post('/v1/tokens', { scopes: ['read'] })).status).toBe(201)
    const limited = await setPlan(member.id, { subscription_tier: 'professional', storage_limit: 10 })
    expect(limited.body).toMatchObject({ subscription_tier: 'professional', storage_limit: 10 })
    const upload = { name: 'a.jpg', bytes: Buffer.alloc(100), type: 'image/jpeg' }
    expect((await member.upload<http.ErrorAnswer>('/api/images', upload)).body.code).toBe('quota_exceeded')
    expect((await setPlan(member.id, { subscription_tier: 'starter', storage_limit: 0 })).body.storage_limit).toBe(0)
    expect((await account(member.id)).plan).toMatchObject({ tier: 'starter', storage_limit: 0 })
    for (const wrong of [{ subscription_tier: 'gold' }, {}, { subscription_tier: 'starter', storage_limit: -1 }])
      expect((await setPlan(member.id, wrong)).status).toBe(400)
  })

  it('S-ADA-14 answers 409 if the payment provider manages the subscription', async () => {
    const member = await daymark.createUser()
    // billing has handled the event of the new account
    await daymark.settle()
    await daymark.db('billing').sql(`UPDATE subscriptions SET provider_id = 'sub_1' WHERE user_id = $1`, [member.id])
    const { status, body } = await setPlan(member.id, { subscription_tier: 'studio' })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await account(member.id)).plan).toMatchObject({ tier: 'professional', managed: true })
  })
})

describe('rule 78 an invitation', () => {
  const invite = (email: string, body = {}) => admin.post<Changed>('/api/admin/users/invite', { email, ...body })
  const accept = (token: string, new_password: string) =>
    daymark.visitor().post<http.ErrorAnswer>('/api/auth/reset-password', { token, new_password })
  const tokenIn = async (email: string) => {
    const { links } = await mailbox.take(email, 'You are invited to Daymark')
    const address = new URL(links[0] ?? '')
    expect(address.pathname).toBe('/mail/welcome')
    return address.hash.slice(1)
  }
  const CHOSEN = 'a password of her own'

  it('S-ADA-06 sends a link to choose a password, which works once', async () => {
    const email = `${randomUUID()}@daymark.test`
    const { status, body } = await invite(email, { displayName: 'Ada', subscriptionTier: 'advanced' })
    expect([status, body]).toMatchObject([
      201,
      { email, displayName: 'Ada', role: 'user', subscriptionTier: 'advanced' },
    ])
    expect((await account(body.id)).user.state).toBe('invited')
    const token = await tokenIn(email)
    expect((await accept(token, CHOSEN)).status).toBe(200)
    expect((await accept(token, 'another password')).body.code).toBe('mail_link_gone')
    expect(await signIn(email, CHOSEN)).toBe(200)
    expect((await account(body.id)).user.state).toBe('active')
    expect((await invite(email)).body.code).toBe('email_taken')
  })

  it('S-ADA-07 a second invitation replaces the link, which is valid for seven days', async () => {
    const email = `${randomUUID()}@daymark.test`
    const { id } = (await invite(email)).body
    const first = await tokenIn(email)
    expect((await invite(email.toUpperCase())).body.id).toBe(id)
    const second = await tokenIn(email)
    expect((await accept(first, CHOSEN)).body.code).toBe('mail_link_gone')
    await daymark.clock.advance(7 * 86_400_000 - 60_000)
    expect((await accept(second, CHOSEN)).status).toBe(200)
    expect((await invite('no address')).body.code).toBe('invalid_input')
  })

  it('is limited per account, because each one sends a mail', async () => {
    const [email, other] = [`${randomUUID()}@daymark.test`, `${randomUUID()}@daymark.test`]
    for (let n = 0; n <= MAX_INVITATION_EMAILS; n++) expect((await invite(email)).status).toBe(201)
    expect((await invite(email)).status).toBe(429)
    expect((await invite(other)).status).toBe(201)
    await daymark.clock.advance(15 * 60_000)
    expect((await invite(email)).status).toBe(201)
  })
})
