import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { Secret, TOTP } from 'otpauth'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'

const daymark = setUpDaymark()

const [STEP, FIFTEEN_MINUTES] = [30_000, 15 * 60_000]
type Failure = http.ErrorAnswer & { challenge?: string }
type Codes = { recovery_codes: string[] }
/** `code` is the one that completed the setup. */
type WithCodes = SignedInUser & { key: string; code: string; codes: string[] }

const codeOf = (key: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +daymark.clock.now() + steps * STEP })
/** The next code, because used codes are rejected. */
const nextCode = async (key: string) => {
  await daymark.clock.advance(STEP)
  return codeOf(key)
}
const startSetup = <T = http.SecondStepSetup>(visitor: Visitor, password: string) =>
  visitor.post<T>('/api/settings/second-step', { current_password: password })
const confirm = <T = Codes>(visitor: Visitor, challenge: string, code: string) =>
  visitor.post<T>('/api/settings/second-step/confirm', { challenge, code })
const state = async (visitor: Visitor) =>
  (await visitor.get<http.AccountSecurity>('/api/settings/security')).body.second_step

async function userWithSecondStep(): Promise<WithCodes> {
  const user = await daymark.createUser()
  const { challenge, key } = (await startSetup(user, user.password)).body
  const code = codeOf(key)
  const { status, body } = await confirm(user, challenge, code)
  expect(status).toBe(200)
  return Object.assign(user, { key, code, codes: body.recovery_codes })
}
const signIn = <T = Failure>({ email, password }: SignedInUser, visitor: Visitor = daymark.visitor()) =>
  visitor.post<T>('/api/auth/login', { username: email, password })
/** Signs in with the password and returns the challenge for the code. */
async function challengeOf(user: SignedInUser, visitor?: Visitor): Promise<string> {
  const { status, body, headers } = await signIn(user, visitor)
  expect([status, body.code]).toEqual([401, 'second_step_required'])
  expect(headers.getSetCookie()).toEqual([])
  return body.challenge ?? ''
}
const sendCode = <T = Failure>(challenge: string, code: string, visitor: Visitor = daymark.visitor()) =>
  visitor.post<T>('/api/auth/second-step', { challenge, code })
const me = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).status

describe('setting up two-step sign-in', () => {
  it('shows a key as text and as a URI for authenticator apps', async () => {
    const user = await daymark.createUser()
    const { status, body, headers } = await startSetup(user, user.password)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.key).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', expect.stringContaining(user.email)])
    expect(uri.searchParams.get('secret')).toBe(body.key)
    expect(uri.searchParams.get('issuer')).toBe('Daymark')
  })

  it('is completed by the first correct code', async () => {
    const user = await daymark.createUser()
    const { challenge, key } = (await startSetup(user, user.password)).body
    expect((await confirm<Failure>(user, challenge, '000000')).body.code).toBe('invalid_input')
    expect(await state(user)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
    expect((await signIn(user)).status).toBe(200)
    const { status, body } = await confirm(user, challenge, codeOf(key))
    expect(status).toBe(200)
    expect(new Set(body.recovery_codes).size).toBe(10)
    for (const code of body.recovery_codes) expect(code).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)
    expect(await state(user)).toEqual({ enabled: true, enabled_at: expect.any(String), recovery_codes_left: 10 })
    expect((await startSetup<Failure>(user, user.password)).body.code).toBe('conflict')
    expect((await confirm<Failure>(user, challenge, codeOf(key))).body.code).toBe('conflict')
  })

  it('requires the password', async () => {
    const user = await daymark.createUser()
    const { status, body } = await startSetup<Failure>(user, 'not the password')
    expect([status, body.message]).toEqual([400, 'The current password is not correct.'])
  })

  it('ends all other sessions and keeps this one', async () => {
    const user = await daymark.createUser()
    const other = daymark.visitor()
    expect((await signIn(user, other)).status).toBe(200)
    expect(await me(other)).toBe(200)
    const { challenge, key } = (await startSetup(user, user.password)).body
    await confirm(user, challenge, codeOf(key))
    expect([await me(other), await me(user)]).toEqual([401, 200])
  })

  it('rejects a challenge of another account, after 15 minutes, or after a change of the password', async () => {
    const [user, thief] = [await daymark.createUser(), await daymark.createUser()]
    const { challenge, key } = (await startSetup(user, user.password)).body
    const expired = [401, 'challenge_expired']
    const refused = async (visitor: Visitor) => {
      const { status, body } = await confirm<Failure>(visitor, challenge, codeOf(key))
      return [status, body.code]
    }
    expect(await refused(thief)).toEqual(expired)
    const passwords = { current_password: user.password, new_password: 'a newly chosen password' }
    expect((await user.post('/api/auth/change-password', passwords)).status).toBe(200)
    expect(await refused(user)).toEqual(expired)
    const again = (await startSetup(user, passwords.new_password)).body
    await daymark.clock.advance(FIFTEEN_MINUTES)
    expect((await confirm<Failure>(user, again.challenge, codeOf(again.key))).body.code).toBe('challenge_expired')
  })

  it('stores neither the key nor the codes in plain text', async () => {
    const { id, key, codes } = await userWithSecondStep()
    const rows = await daymark.db('identity').sql('SELECT * FROM totp_keys WHERE user_id = $1', [id])
    const hashes = await daymark.db('identity').sql('SELECT * FROM recovery_codes WHERE user_id = $1', [id])
    expect([rows.length, hashes.length]).toEqual([1, 10])
    const stored = JSON.stringify([rows, hashes], (_, value: unknown) =>
      value instanceof Object && 'data' in value ? Buffer.from(value.data as number[]).toString('latin1') : value,
    )
    for (const secret of [key, Buffer.from(Secret.fromBase32(key).bytes).toString('latin1'), ...codes])
      expect(stored).not.toContain(secret)
  })
})

describe('signing in with a second step', () => {
  it('requires a code after the password and creates the session only with it', async () => {
    const user = await userWithSecondStep()
    const visitor = daymark.visitor()
    const challenge = await challengeOf(user, visitor)
    expect(await me(visitor)).toBe(401)
    const { status, body } = await sendCode<unknown>(challenge, await nextCode(user.key), visitor)
    expect([status, body]).toEqual([
      200,
      { user: expect.objectContaining({ id: user.id, email: user.email }), message: 'Signed in.' },
    ])
    expect(await me(visitor)).toBe(200)
  })

  it('accepts the codes of the previous and the next step, with or without a space', async () => {
    const user = await userWithSecondStep()
    await daymark.clock.advance(10 * STEP)
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      const challenge = await challengeOf(user)
      // at the start of a step, so that the code arrives before its end
      await daymark.clock.advance(STEP - (+daymark.clock.now() % STEP) + 1000)
      const code = codeOf(user.key, steps).replace(/(...)/, '$1 ')
      expect([steps, (await sendCode(challenge, code)).status]).toEqual([steps, status])
    }
  })

  it('accepts a code once, even concurrently', async () => {
    const user = await userWithSecondStep()
    const challenges = [await challengeOf(user), await challengeOf(user), await challengeOf(user)]
    const code = await nextCode(user.key)
    const answers = await Promise.all(challenges.map(challenge => sendCode(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await sendCode(await challengeOf(user), code)).body.code).toBe('code_wrong')
  })

  it('the TOTP code used to enable two-step sign-in cannot be used to sign in', async () => {
    const user = await userWithSecondStep()
    expect((await sendCode(await challengeOf(user), user.code)).body.code).toBe('code_wrong')
  })

  it('a challenge creates one session and is valid for five minutes', async () => {
    const user = await userWithSecondStep()
    const challenge = await challengeOf(user)
    expect((await sendCode(challenge, '000000')).body.code).toBe('code_wrong')
    expect((await sendCode(challenge, await nextCode(user.key))).status).toBe(200)
    // another encoding of the same bytes is the same challenge
    for (const spelling of [challenge, `${challenge}=`, challenge.replaceAll('-', '+').replaceAll('_', '/')])
      expect((await sendCode(spelling, await nextCode(user.key))).body.code).toBe('challenge_expired')
    const late = await challengeOf(user)
    await daymark.clock.advance(5 * 60_000)
    expect((await sendCode(late, codeOf(user.key))).body.code).toBe('challenge_expired')
    for (const forged of ['', 'x', 'A'.repeat(200)])
      expect((await sendCode(forged, codeOf(user.key))).body.code).toBe('challenge_expired')
  })

  it('a change of the password invalidates challenges', async () => {
    const user = await userWithSecondStep()
    const challenge = await challengeOf(user)
    const passwords = { current_password: user.password, new_password: 'a newly chosen password' }
    expect((await user.post('/api/auth/change-password', passwords)).status).toBe(200)
    expect((await sendCode(challenge, await nextCode(user.key))).body.code).toBe('challenge_expired')
  })

  it('a clock that is set back neither locks users out nor makes used codes valid again', async () => {
    const user = await userWithSecondStep()
    const challenge = await challengeOf(user)
    const code = await nextCode(user.key)
    expect((await sendCode(challenge, code)).status).toBe(200)
    await daymark.clock.jump(3_600_000)
    expect((await sendCode(await challengeOf(user), codeOf(user.key))).status).toBe(200)
    await daymark.clock.jump(-3_600_000)
    expect((await sendCode(await challengeOf(user), code)).status).toBe(401)
    expect((await sendCode(await challengeOf(user), await nextCode(user.key))).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('create one session each, in any spelling', async () => {
    const user = await userWithSecondStep()
    const [one = '', two = ''] = user.codes
    expect((await sendCode(await challengeOf(user), one)).status).toBe(200)
    expect((await sendCode(await challengeOf(user), one)).status).toBe(401)
    expect((await sendCode(await challengeOf(user), ` ${two.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await state(user)).recovery_codes_left).toBe(8)
    const other = await userWithSecondStep()
    expect((await sendCode(await challengeOf(other), user.codes[2] ?? '')).status).toBe(401)
  })

  it('can be replaced only with password and code', async () => {
    const user = await userWithSecondStep()
    const renew = <T>(password: string, code: string) =>
      user.post<T>('/api/settings/second-step/recovery-codes', { current_password: password, code })
    expect((await renew(user.password, '000000')).status).toBe(400)
    expect((await renew('not the password', await nextCode(user.key))).status).toBe(400)
    const { status, body } = await renew<Codes>(user.password, await nextCode(user.key))
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
  })
})

describe('turning two-step sign-in off', () => {
  it('requires password and code', async () => {
    const user = await userWithSecondStep()
    await daymark.clock.advance(FIFTEEN_MINUTES)
    const turnOff = (password: string, code: string) =>
      user.delete('/api/settings/second-step', { current_password: password, code })
    expect((await turnOff(user.password, '000000')).status).toBe(400)
    expect((await turnOff('not the password', codeOf(user.key))).status).toBe(400)
    expect((await state(user)).enabled).toBe(true)
    expect((await turnOff(user.password, codeOf(user.key))).status).toBe(200)
    expect(await state(user)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
    expect((await signIn(user)).status).toBe(200)
  })

  it('a super_admin can do it for a user, which ends all sessions of the user; then the password is sufficient', async () => {
    const user = await userWithSecondStep()
    const challenge = await challengeOf(user)
    const path = `/api/admin/users/${user.id}/reset-second-step`
    expect((await user.post(path)).status).toBe(403)
    const admin = await daymark.admin()
    expect((await admin.post('/api/admin/users/none/reset-second-step')).status).toBe(404)
    expect((await admin.post(path)).body).toMatchObject({ success: true })
    expect(await me(user)).toBe(401)
    expect((await sendCode(challenge, codeOf(user.key))).status).toBe(401)
    expect((await signIn(user)).status).toBe(200)
  })
})
