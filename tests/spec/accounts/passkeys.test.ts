import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.ts'
import { type Daymark, type SignedInUser, startDaymark } from '../../support/daymark.ts'

const origin = 'https://photos.example.com'
let mailbox: Mailbox
let daymark: Daymark
beforeAll(async () => {
  mailbox = await Mailbox.open()
  daymark = await startDaymark({ env: { ...mailbox.env, DAYMARK_PUBLIC_URL: origin } })
})
afterAll(async () => {
  await daymark.stop()
  await mailbox.goAway()
})

type Failure = http.ErrorAnswer
type Options = http.PasskeyOptions & {
  options: { challenge: string; user: { id: string }; rp: { id: string }; rpId: string }
}
const here = { origin }

const begin = <T = Options>(who: Visitor, password: string, code?: string) =>
  who.post<T>('/api/settings/passkeys/options', { current_password: password, code })
const security = async (who: Visitor) => (await who.get<http.AccountSecurity>('/api/settings/security')).body
const me = async (who: Visitor) => (await who.get<http.User>('/api/auth/me')).body.id

async function add(member: SignedInUser, authenticator: Authenticator, name = 'Laptop') {
  const { challenge, options } = (await begin(member, member.password)).body
  const credential = authenticator.create(options, here)
  return member.post<http.Passkey>('/api/settings/passkeys', { challenge, name, credential })
}
async function withPasskey(): Promise<SignedInUser & { authenticator: Authenticator; passkey: http.Passkey }> {
  const [member, authenticator] = [await daymark.createUser(), new Authenticator()]
  const { status, body: passkey } = await add(member, authenticator)
  expect(status).toBe(201)
  return Object.assign(member, { authenticator, passkey })
}
const ask = async (who: Visitor = daymark.visitor()) => (await who.post<Options>('/api/auth/passkey/options')).body
const signIn = <T = Failure>(challenge: string, credential: object, who: Visitor = daymark.visitor()) =>
  who.post<T>('/api/auth/passkey', { challenge, credential })
/** As the browser does it, but for what a test wants otherwise. */
async function use(authenticator: Authenticator, kind: object = {}, who: Visitor = daymark.visitor()) {
  const { challenge, options } = await ask(who)
  return signIn(challenge, authenticator.get(options, { ...here, ...kind }), who)
}
const REFUSED = [401, 'passkey_refused']

describe('adding a passkey', () => {
  it('is asked for with the password, for the configured address and for a person who proves to be there', async () => {
    const member = await daymark.createUser()
    expect((await begin<Failure>(member, 'not the password')).body.message).toBe('The current password is not correct.')
    const { status, body } = await begin(member, member.password)
    expect(status).toBe(200)
    expect(body.origin).toBe(origin)
    expect(body.options).toMatchObject({
      rp: { id: 'photos.example.com', name: 'Daymark' },
      user: { name: member.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  it('several, with names; they are listed, renamed and known to the browser that has them', async () => {
    const member = await withPasskey()
    const second = await add(member, new Authenticator(), ' Phone ')
    expect(second.body).toEqual({
      id: expect.any(String),
      name: 'Phone',
      created_at: expect.any(String),
      last_used_at: null,
      synced: false,
      may_be_copied: false,
    })
    const path = `/api/settings/passkeys/${second.body.id}`
    expect((await member.patch<http.Passkey>(path, { name: 'Old phone' })).body.name).toBe('Old phone')
    expect((await member.patch(path, { name: '  ' })).status).toBe(400)
    const { passkeys, passkey_address } = await security(member)
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Old phone'])
    expect(passkey_address).toBe(origin)
    const { options } = (await begin(member, member.password)).body
    expect(options).toMatchObject({
      excludeCredentials: expect.arrayContaining([expect.objectContaining({ id: member.authenticator.id })]),
    })
  })

  it('is told by mail, and so is that it was removed', async () => {
    const member = await daymark.createUser()
    const { body } = await add(member, new Authenticator(), 'Phone & pad')
    const added = await mailbox.take(member.email, 'A passkey was added to your Daymark account')
    expect(added.text).toMatch(/passkey “Phone & pad” can now sign in[^]*Time: .+ UTC[^]*cannot be turned off/)
    const path = `/api/settings/passkeys/${body.id}`
    expect((await member.delete(path, { current_password: member.password })).status).toBe(200)
    const removed = await mailbox.take(member.email, 'A passkey was removed from your Daymark account')
    expect(removed.text).toContain('“Phone & pad” can no longer sign in')
  })

  it.each([
    ['of another site', { origin: 'https://evil.example.com' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['that was only used', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, kind) => {
    const member = await daymark.createUser()
    const { challenge, options } = (await begin(member, member.password)).body
    const credential = new Authenticator().create(options, { ...here, ...kind })
    const { status, body } = await member.post<Failure>('/api/settings/passkeys', { challenge, name: 'x', credential })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect((await security(member)).passkeys).toEqual([])
  })

  it('refuses one for another host, another challenge or another person, and the same challenge twice', async () => {
    const [member, thief] = [await daymark.createUser(), await daymark.createUser()]
    const { challenge, options } = (await begin(member, member.password)).body
    const send = async (who: Visitor, credential: object) => {
      const { status, body } = await who.post<Failure>('/api/settings/passkeys', { challenge, name: 'x', credential })
      return [status, body.code]
    }
    const made = (change: object) => new Authenticator().create({ ...options, ...change }, here)
    expect(await send(member, made({ rp: { id: 'example.com' } }))).toEqual([400, 'invalid_input'])
    expect(await send(member, made({ challenge: 'AAAA' }))).toEqual([400, 'invalid_input'])
    expect(await send(thief, made({}))).toEqual([401, 'challenge_expired'])
    expect((await send(member, made({})))[0]).toBe(201)
    expect(await send(member, made({}))).toEqual([401, 'challenge_expired'])
  })

  it('asks for a code as well where two-step sign-in is on: a passkey goes past it', async () => {
    const member = await daymark.createUser()
    const setup = (
      await member.post<http.SecondStepSetup>('/api/settings/second-step', { current_password: member.password })
    ).body
    const code = () => TOTP.generate({ secret: Secret.fromBase32(setup.key), timestamp: +daymark.clock.now() })
    await member.post('/api/settings/second-step/confirm', { challenge: setup.challenge, code: code() })
    expect((await begin(member, member.password)).status).toBe(400)
    expect((await begin(member, member.password, '000000')).status).toBe(400)
    await daymark.clock.advance(30_000)
    const { challenge, options } = (await begin(member, member.password, code())).body
    const authenticator = new Authenticator()
    const credential = authenticator.create(options, here)
    expect((await member.post('/api/settings/passkeys', { challenge, name: 'x', credential })).status).toBe(201)
    expect((await use(authenticator)).status).toBe(200)
  })

  it('answers whatever is sent as one, and never with a fault of its own', async () => {
    const [member, authenticator] = [await withPasskey(), new Authenticator()]
    const deep = Buffer.alloc(6000, 0x81).toString('base64url')
    const hostile = [
      '',
      'A',
      'AAAA',
      '{}',
      '!"§$%',
      'é'.repeat(100),
      deep,
      Buffer.alloc(6000, 0xff).toString('base64url'),
    ]
    const { challenge, options } = (await begin(member, member.password)).body
    const made = authenticator.create(options, here)
    const used = member.authenticator.get((await ask()).options, here)
    const send = (asked: string, credential: object) =>
      member.post('/api/settings/passkeys', { challenge: asked, name: 'x', credential })
    for (const text of hostile)
      for (const name of [
        'id',
        'clientDataJSON',
        'attestationObject',
        'authenticatorData',
        'signature',
        'userHandle',
      ]) {
        const change = <C extends { response: object }>(credential: C) =>
          name === 'id'
            ? { ...credential, id: text, rawId: text }
            : { ...credential, response: { ...credential.response, [name]: text } }
        const fresh = await ask()
        const answers = [
          ...(name in made.response ? [await send(challenge, change(made))] : []),
          await send(text, made),
          await signIn(fresh.challenge, change(used)),
        ]
        for (const { status } of answers)
          expect([name, text, [400, 401, 413].includes(status)]).toEqual([name, text, true])
      }
  })

  it('ends at twenty', async () => {
    const member = await withPasskey()
    const copy = `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name, synced, created_at)
      SELECT user_id, credential_id || n, public_key, counter, transports, rp_id, name, synced, created_at
      FROM passkeys, generate_series(1, 19) AS n WHERE user_id = $1`
    await daymark.db('identity').sql(copy, [member.id])
    const { status, body } = await begin<Failure>(member, member.password)
    expect([status, body.code]).toEqual([409, 'conflict'])
  })
})

describe('signing in with a passkey', () => {
  it('needs neither name nor password, and says when it was used', async () => {
    const member = await withPasskey()
    const who = daymark.visitor()
    const { status, body } = await use(member.authenticator, {}, who)
    expect([status, body]).toEqual([200, { user: expect.objectContaining({ id: member.id }), message: 'Signed in.' }])
    expect(await me(who)).toBe(member.id)
    expect((await security(who)).passkeys[0]?.last_used_at).toEqual(expect.any(String))
  })

  it.each([
    ['from another site', { origin: 'https://evil.example.com' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['that was just made', { type: 'webauthn.create' }],
  ])('refuses one %s', async (_, kind) => {
    const { authenticator } = await withPasskey()
    const { status, body, headers } = await use(authenticator, kind)
    expect([status, body.code, headers.getSetCookie()]).toEqual([...REFUSED, []])
  })

  it('refuses one that is unknown, of another person, or signs something else', async () => {
    const [{ authenticator }, other] = [await withPasskey(), await withPasskey()]
    const refusal = async (change: (made: ReturnType<Authenticator['get']>) => object) => {
      const { challenge, options } = await ask()
      const { status, body } = await signIn(challenge, change(authenticator.get(options, here)))
      return [status, body.code]
    }
    const { id, rawId } = { id: other.authenticator.id, rawId: other.authenticator.id }
    expect((await use(new Authenticator())).status).toBe(401)
    expect(await refusal(made => ({ ...made, id, rawId }))).toEqual(REFUSED)
    const handle = Buffer.from(other.id).toString('base64url')
    expect(await refusal(made => ({ ...made, response: { ...made.response, userHandle: handle } }))).toEqual(REFUSED)
    expect(await refusal(made => ({ ...made, response: { ...made.response, signature: 'AAAA' } }))).toEqual(REFUSED)
    const { options } = await ask()
    expect((await signIn((await ask()).challenge, authenticator.get(options, here))).body.code).toBe('passkey_refused')
  })

  it('takes a challenge once, also of two at the same moment, and for a quarter of an hour', async () => {
    const { authenticator } = await withPasskey()
    const { challenge, options } = await ask()
    const used = authenticator.get(options, here)
    const answers = await Promise.all([signIn(challenge, used), signIn(challenge, used)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await signIn(challenge, used)).body.code).toBe('challenge_expired')
    const late = await ask()
    await daymark.clock.advance(15 * 60_000)
    expect((await signIn(late.challenge, authenticator.get(late.options, here))).body.code).toBe('challenge_expired')
  })

  it('notes a counter that went back, and refuses it', async () => {
    const member = await withPasskey()
    expect((await use(member.authenticator, { counter: 7 })).status).toBe(200)
    expect((await use(member.authenticator, { counter: 8 })).status).toBe(200)
    for (const counter of [8, 3, 0])
      expect((await use(member.authenticator, { counter })).body.code).toBe('passkey_refused')
    expect((await security(member)).passkeys[0]).toMatchObject({ may_be_copied: true })
    expect((await use(member.authenticator, { counter: 9 })).status).toBe(200)
  })

  it('works while failed passwords of others keep the account locked, and not for one that is disabled', async () => {
    const member = await withPasskey()
    for (let i = 0; i < 10; i++)
      await daymark.visitor().post('/api/auth/login', { username: member.email, password: `guess ${i}` })
    const { email: username, password } = member
    expect((await daymark.visitor().post('/api/auth/login', { username, password })).status).toBe(429)
    expect((await use(member.authenticator)).status).toBe(200)
    await daymark.clock.advance(15 * 60_000)
    await daymark.db('identity').sql('UPDATE users SET disabled = true WHERE id = $1', [member.id])
    expect((await use(member.authenticator)).body.code).toBe('passkey_refused')
  })
})

describe('removing a passkey', () => {
  it('needs the password, ends other sessions, and leaves the password as a way in', async () => {
    const member = await withPasskey()
    const other = daymark.visitor()
    await use(member.authenticator, {}, other)
    expect(await me(other)).toBe(member.id)
    const path = `/api/settings/passkeys/${member.passkey.id}`
    expect((await member.delete(path, { current_password: 'not the password' })).status).toBe(400)
    expect((await member.delete(path, { current_password: member.password })).status).toBe(200)
    expect([await me(other), await me(member)]).toEqual([undefined, member.id])
    expect((await security(member)).passkeys).toEqual([])
    expect((await use(member.authenticator)).body.code).toBe('passkey_refused')
    const { email: username, password } = member
    expect((await daymark.visitor().post('/api/auth/login', { username, password })).status).toBe(200)
  })
})
