import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { Mailbox } from '@daymark/testing/mailbox'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.ts'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

const origin = 'https://photos.example.com'
let mailbox: Mailbox
beforeAll(async () => void (mailbox = await Mailbox.open()))
const daymark = setUpDaymark(() => ({ env: { ...mailbox.env, DAYMARK_PUBLIC_URL: origin } }))
afterAll(() => mailbox.stop())

type Failure = http.ErrorAnswer
type Options = http.PasskeyOptions & {
  options: { challenge: string; user: { id: string }; rp: { id: string }; rpId: string }
}
const clientOptions = { origin }

const getOptions = <T = Options>(visitor: Visitor, password: string, code?: string) =>
  visitor.post<T>('/api/settings/passkeys/options', { current_password: password, code })
const security = async (visitor: Visitor) => (await visitor.get<http.AccountSecurity>('/api/settings/security')).body
const me = async (visitor: Visitor) => (await visitor.get<http.User>('/api/auth/me')).body.id

async function addPasskey(user: SignedInUser, authenticator: Authenticator, name = 'Laptop') {
  const { challenge, options } = (await getOptions(user, user.password)).body
  const credential = authenticator.create(options, clientOptions)
  return user.post<http.Passkey>('/api/settings/passkeys', { challenge, name, credential })
}
async function userWithPasskey(): Promise<SignedInUser & { authenticator: Authenticator; passkey: http.Passkey }> {
  const [user, authenticator] = [await daymark.createUser(), new Authenticator()]
  const { status, body: passkey } = await addPasskey(user, authenticator)
  expect(status).toBe(201)
  return Object.assign(user, { authenticator, passkey })
}
const signInOptions = async (visitor: Visitor = daymark.visitor()) =>
  (await visitor.post<Options>('/api/auth/passkey/options')).body
const signIn = <T = Failure>(challenge: string, credential: object, visitor: Visitor = daymark.visitor()) =>
  visitor.post<T>('/api/auth/passkey', { challenge, credential })
/** Signs in as a browser does; `kind` changes the assertion. */
async function signInWith(authenticator: Authenticator, kind: object = {}, visitor: Visitor = daymark.visitor()) {
  const { challenge, options } = await signInOptions(visitor)
  return signIn(challenge, authenticator.get(options, { ...clientOptions, ...kind }), visitor)
}
const REFUSED = [401, 'passkey_refused']

describe('adding a passkey', () => {
  it('requires the password and asks for user verification at the configured address', async () => {
    const user = await daymark.createUser()
    expect((await getOptions<Failure>(user, 'not the password')).body.message).toBe(
      'The current password is not correct.',
    )
    const { status, body } = await getOptions(user, user.password)
    expect(status).toBe(200)
    expect(body.origin).toBe(origin)
    expect(body.options).toMatchObject({
      rp: { id: 'photos.example.com', name: 'Daymark' },
      user: { name: user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  it('several passkeys have names, are listed, can be renamed, and are excluded from registration', async () => {
    const user = await userWithPasskey()
    const second = await addPasskey(user, new Authenticator(), ' Phone ')
    expect(second.body).toEqual({
      id: expect.any(String),
      name: 'Phone',
      created_at: expect.any(String),
      last_used_at: null,
      synced: false,
      may_be_copied: false,
    })
    const path = `/api/settings/passkeys/${second.body.id}`
    expect((await user.patch<http.Passkey>(path, { name: 'Old phone' })).body.name).toBe('Old phone')
    expect((await user.patch(path, { name: '  ' })).status).toBe(400)
    const { passkeys, passkey_address } = await security(user)
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Old phone'])
    expect(passkey_address).toBe(origin)
    const { options } = (await getOptions(user, user.password)).body
    expect(options).toMatchObject({
      excludeCredentials: expect.arrayContaining([expect.objectContaining({ id: user.authenticator.id })]),
    })
  })

  it('adding and removing a passkey send a mail', async () => {
    const user = await daymark.createUser()
    const { body } = await addPasskey(user, new Authenticator(), 'Phone & pad')
    const added = await mailbox.take(user.email, 'A passkey was added to your Daymark account')
    expect(added.text).toMatch(/passkey “Phone & pad” can now sign in[^]*Time: .+ UTC[^]*cannot be turned off/)
    const path = `/api/settings/passkeys/${body.id}`
    expect((await user.delete(path, { current_password: user.password })).status).toBe(200)
    const removed = await mailbox.take(user.email, 'A passkey was removed from your Daymark account')
    expect(removed.text).toContain('“Phone & pad” can no longer sign in')
  })

  it.each([
    ['of another site', { origin: 'https://evil.example.com' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['that was only used', { type: 'webauthn.get' }],
  ])('rejects a passkey %s', async (_, kind) => {
    const user = await daymark.createUser()
    const { challenge, options } = (await getOptions(user, user.password)).body
    const credential = new Authenticator().create(options, { ...clientOptions, ...kind })
    const { status, body } = await user.post<Failure>('/api/settings/passkeys', { challenge, name: 'x', credential })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect((await security(user)).passkeys).toEqual([])
  })

  it('rejects a passkey for another host, challenge or account, and a challenge that was used', async () => {
    const [user, thief] = [await daymark.createUser(), await daymark.createUser()]
    const { challenge, options } = (await getOptions(user, user.password)).body
    const send = async (visitor: Visitor, credential: object) => {
      const { status, body } = await visitor.post<Failure>('/api/settings/passkeys', {
        challenge,
        name: 'x',
        credential,
      })
      return [status, body.code]
    }
    const createCredential = (change: object) => new Authenticator().create({ ...options, ...change }, clientOptions)
    expect(await send(user, createCredential({ rp: { id: 'example.com' } }))).toEqual([400, 'invalid_input'])
    expect(await send(user, createCredential({ challenge: 'AAAA' }))).toEqual([400, 'invalid_input'])
    expect(await send(thief, createCredential({}))).toEqual([401, 'challenge_expired'])
    expect((await send(user, createCredential({})))[0]).toBe(201)
    expect(await send(user, createCredential({}))).toEqual([401, 'challenge_expired'])
  })

  it('requires a code if two-step sign-in is on, because a passkey replaces it', async () => {
    const user = await daymark.createUser()
    const setup = (
      await user.post<http.SecondStepSetup>('/api/settings/second-step', { current_password: user.password })
    ).body
    const code = () => TOTP.generate({ secret: Secret.fromBase32(setup.key), timestamp: +daymark.clock.now() })
    await user.post('/api/settings/second-step/confirm', { challenge: setup.challenge, code: code() })
    expect((await getOptions(user, user.password)).status).toBe(400)
    expect((await getOptions(user, user.password, '000000')).status).toBe(400)
    await daymark.clock.advance(30_000)
    const { challenge, options } = (await getOptions(user, user.password, code())).body
    const authenticator = new Authenticator()
    const credential = authenticator.create(options, clientOptions)
    expect((await user.post('/api/settings/passkeys', { challenge, name: 'x', credential })).status).toBe(201)
    expect((await signInWith(authenticator)).status).toBe(200)
  })

  it('answers malformed credentials without a server error', async () => {
    const [user, authenticator] = [await userWithPasskey(), new Authenticator()]
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
    const { challenge, options } = (await getOptions(user, user.password)).body
    const created = authenticator.create(options, clientOptions)
    const used = user.authenticator.get((await signInOptions()).options, clientOptions)
    const send = (asked: string, credential: object) =>
      user.post('/api/settings/passkeys', { challenge: asked, name: 'x', credential })
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
        const fresh = await signInOptions()
        const answers = [
          ...(name in created.response ? [await send(challenge, change(created))] : []),
          await send(text, created),
          await signIn(fresh.challenge, change(used)),
        ]
        for (const { status } of answers)
          expect([name, text, [400, 401, 413].includes(status)]).toEqual([name, text, true])
      }
  })

  it('is limited to twenty passkeys', async () => {
    const user = await userWithPasskey()
    const copy = `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name, synced, created_at)
      SELECT user_id, credential_id || n, public_key, counter, transports, rp_id, name, synced, created_at
      FROM passkeys, generate_series(1, 19) AS n WHERE user_id = $1`
    await daymark.db('identity').sql(copy, [user.id])
    const { status, body } = await getOptions<Failure>(user, user.password)
    expect([status, body.code]).toEqual([409, 'conflict'])
  })
})

describe('signing in with a passkey', () => {
  it('needs neither name nor password and records the time of use', async () => {
    const user = await userWithPasskey()
    const visitor = daymark.visitor()
    const { status, body } = await signInWith(user.authenticator, {}, visitor)
    expect([status, body]).toEqual([200, { user: expect.objectContaining({ id: user.id }), message: 'Signed in.' }])
    expect(await me(visitor)).toBe(user.id)
    expect((await security(visitor)).passkeys[0]?.last_used_at).toEqual(expect.any(String))
  })

  it.each([
    ['from another site', { origin: 'https://evil.example.com' }],
    ['without finger, face or PIN', { isVerified: false }],
    ['that was just made', { type: 'webauthn.create' }],
  ])('rejects an assertion %s', async (_, kind) => {
    const { authenticator } = await userWithPasskey()
    const { status, body, headers } = await signInWith(authenticator, kind)
    expect([status, body.code, headers.getSetCookie()]).toEqual([...REFUSED, []])
  })

  it('rejects an assertion from an unknown passkey, from another account, or for another challenge', async () => {
    const [{ authenticator }, other] = [await userWithPasskey(), await userWithPasskey()]
    const refusal = async (change: (created: ReturnType<Authenticator['get']>) => object) => {
      const { challenge, options } = await signInOptions()
      const { status, body } = await signIn(challenge, change(authenticator.get(options, clientOptions)))
      return [status, body.code]
    }
    const { id, rawId } = { id: other.authenticator.id, rawId: other.authenticator.id }
    expect((await signInWith(new Authenticator())).status).toBe(401)
    expect(await refusal(created => ({ ...created, id, rawId }))).toEqual(REFUSED)
    const handle = Buffer.from(other.id).toString('base64url')
    expect(await refusal(created => ({ ...created, response: { ...created.response, userHandle: handle } }))).toEqual(
      REFUSED,
    )
    expect(await refusal(created => ({ ...created, response: { ...created.response, signature: 'AAAA' } }))).toEqual(
      REFUSED,
    )
    const { options } = await signInOptions()
    expect((await signIn((await signInOptions()).challenge, authenticator.get(options, clientOptions))).body.code).toBe(
      'passkey_refused',
    )
  })

  it('accepts a challenge once, even concurrently, and for 15 minutes', async () => {
    const { authenticator } = await userWithPasskey()
    const { challenge, options } = await signInOptions()
    const used = authenticator.get(options, clientOptions)
    const answers = await Promise.all([signIn(challenge, used), signIn(challenge, used)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await signIn(challenge, used)).body.code).toBe('challenge_expired')
    const expired = await signInOptions()
    await daymark.clock.advance(15 * 60_000)
    expect((await signIn(expired.challenge, authenticator.get(expired.options, clientOptions))).body.code).toBe(
      'challenge_expired',
    )
  })

  it('works while failed passwords lock the account, but not if the account is disabled', async () => {
    const user = await userWithPasskey()
    for (let i = 0; i < 10; i++)
      await daymark.visitor().post('/api/auth/login', { username: user.email, password: `guess ${i}` })
    const { email: username, password } = user
    expect((await daymark.visitor().post('/api/auth/login', { username, password })).status).toBe(429)
    expect((await signInWith(user.authenticator)).status).toBe(200)
    await daymark.clock.advance(15 * 60_000)
    await daymark.db('identity').sql('UPDATE users SET disabled = true WHERE id = $1', [user.id])
    expect((await signInWith(user.authenticator)).body.code).toBe('passkey_refused')
  })
})

describe('removing a passkey', () => {
  it('requires the password, ends other sessions, and the password still works', async () => {
    const user = await userWithPasskey()
    const other = daymark.visitor()
    await signInWith(user.authenticator, {}, other)
    expect(await me(other)).toBe(user.id)
    const path = `/api/settings/passkeys/${user.passkey.id}`
    expect((await user.delete(path, { current_password: 'not the password' })).status).toBe(400)
    expect((await user.delete(path, { current_password: user.password })).status).toBe(200)
    expect([await me(other), await me(user)]).toEqual([undefined, user.id])
    expect((await security(user)).passkeys).toEqual([])
    expect((await signInWith(user.authenticator)).body.code).toBe('passkey_refused')
    const { email: username, password } = user
    expect((await daymark.visitor().post('/api/auth/login', { username, password })).status).toBe(200)
  })
})
