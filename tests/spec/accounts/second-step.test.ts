import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import { Secret, TOTP } from 'otpauth'
import { type Daymark, type SignedInUser, startDaymark } from '../../support/daymark.ts'

let daymark: Daymark
beforeAll(async () => void (daymark = await startDaymark()))
afterAll(() => daymark.stop())

const [STEP, FIFTEEN_MINUTES] = [30_000, 15 * 60_000]
type Failure = http.ErrorAnswer & { challenge?: string }
type Codes = { recovery_codes: string[] }
/** `code`: the one that turned it on. */
type WithCodes = SignedInUser & { key: string; code: string; codes: string[] }

const codeOf = (key: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +daymark.clock.now() + steps * STEP })
/** The next code: one that was taken is no good any more. */
const nextCode = async (key: string) => {
  await daymark.clock.advance(STEP)
  return codeOf(key)
}
const begin = <T = http.SecondStepSetup>(who: Visitor, password: string) =>
  who.post<T>('/api/settings/second-step', { current_password: password })
const confirm = <T = Codes>(who: Visitor, challenge: string, code: string) =>
  who.post<T>('/api/settings/second-step/confirm', { challenge, code })
const state = async (who: Visitor) => (await who.get<http.AccountSecurity>('/api/settings/security')).body.second_step

async function turnedOn(): Promise<WithCodes> {
  const member = await daymark.user()
  const { challenge, key } = (await begin(member, member.password)).body
  const code = codeOf(key)
  const { status, body } = await confirm(member, challenge, code)
  expect(status).toBe(200)
  return Object.assign(member, { key, code, codes: body.recovery_codes })
}
const signIn = <T = Failure>({ email, password }: SignedInUser, who: Visitor = daymark.stranger()) =>
  who.post<T>('/api/auth/login', { username: email, password })
/** The password was right; what the code has to come with. */
async function asked(member: SignedInUser, who?: Visitor): Promise<string> {
  const { status, body, headers } = await signIn(member, who)
  expect([status, body.code]).toEqual([401, 'second_step_required'])
  expect(headers.getSetCookie()).toEqual([])
  return body.challenge ?? ''
}
const pass = <T = Failure>(challenge: string, code: string, who: Visitor = daymark.stranger()) =>
  who.post<T>('/api/auth/second-step', { challenge, code })
const me = async (who: Visitor) => (await who.get('/api/auth/me')).status

describe('setting up two-step sign-in', () => {
  it('shows a key as text and as an address that authenticator apps read', async () => {
    const member = await daymark.user()
    const { status, body, headers } = await begin(member, member.password)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.key).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.uri)
    expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      expect.stringContaining(member.email),
    ])
    expect(uri.searchParams.get('secret')).toBe(body.key)
    expect(uri.searchParams.get('issuer')).toBe('Daymark')
  })

  it('is on with the first right code, and not before', async () => {
    const member = await daymark.user()
    const { challenge, key } = (await begin(member, member.password)).body
    expect((await confirm<Failure>(member, challenge, '000000')).body.code).toBe('invalid_input')
    expect(await state(member)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
    expect((await signIn(member)).status).toBe(200)
    const { status, body } = await confirm(member, challenge, codeOf(key))
    expect(status).toBe(200)
    expect(new Set(body.recovery_codes).size).toBe(10)
    for (const code of body.recovery_codes) expect(code).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)
    expect(await state(member)).toEqual({ enabled: true, enabled_at: expect.any(String), recovery_codes_left: 10 })
    expect((await begin<Failure>(member, member.password)).body.code).toBe('conflict')
    expect((await confirm<Failure>(member, challenge, codeOf(key))).body.code).toBe('conflict')
  })

  it('asks for the password', async () => {
    const member = await daymark.user()
    const { status, body } = await begin<Failure>(member, 'not the password')
    expect([status, body.message]).toEqual([400, 'The current password is not correct.'])
  })

  it('ends all other sessions at once and keeps this one', async () => {
    const member = await daymark.user()
    const other = daymark.stranger()
    expect((await signIn(member, other)).status).toBe(200)
    expect(await me(other)).toBe(200)
    const { challenge, key } = (await begin(member, member.password)).body
    await confirm(member, challenge, codeOf(key))
    expect([await me(other), await me(member)]).toEqual([401, 200])
  })

  it('is of no use to somebody else, after a quarter of an hour, or after the password was changed', async () => {
    const [member, thief] = [await daymark.user(), await daymark.user()]
    const { challenge, key } = (await begin(member, member.password)).body
    const expired = [401, 'challenge_expired']
    const refused = async (who: Visitor) => {
      const { status, body } = await confirm<Failure>(who, challenge, codeOf(key))
      return [status, body.code]
    }
    expect(await refused(thief)).toEqual(expired)
    const passwords = { current_password: member.password, new_password: 'a newly chosen password' }
    expect((await member.post('/api/auth/change-password', passwords)).status).toBe(200)
    expect(await refused(member)).toEqual(expired)
    const again = (await begin(member, passwords.new_password)).body
    await daymark.clock.advance(FIFTEEN_MINUTES)
    expect((await confirm<Failure>(member, again.challenge, codeOf(again.key))).body.code).toBe('challenge_expired')
  })

  it('keeps neither key nor codes as they are', async () => {
    const { id, key, codes } = await turnedOn()
    const rows = await daymark.db('identity').sql('SELECT * FROM totp_keys WHERE user_id = $1', [id])
    const hashes = await daymark.db('identity').sql('SELECT * FROM recovery_codes WHERE user_id = $1', [id])
    expect([rows.length, hashes.length]).toEqual([1, 10])
    const kept = JSON.stringify([rows, hashes], (_, value: unknown) =>
      value instanceof Object && 'data' in value ? Buffer.from(value.data as number[]).toString('latin1') : value,
    )
    for (const secret of [key, Buffer.from(Secret.fromBase32(key).bytes).toString('latin1'), ...codes])
      expect(kept).not.toContain(secret)
  })
})

describe('signing in with a second step', () => {
  it('answers that a code is needed, opens nothing, and then as ever', async () => {
    const member = await turnedOn()
    const who = daymark.stranger()
    const challenge = await asked(member, who)
    expect(await me(who)).toBe(401)
    const { status, body } = await pass<unknown>(challenge, await nextCode(member.key), who)
    expect([status, body]).toEqual([
      200,
      { user: expect.objectContaining({ id: member.id, email: member.email }), message: 'Signed in.' },
    ])
    expect(await me(who)).toBe(200)
  })

  it('takes the codes of the step before and after, written with a space, and no others', async () => {
    const member = await turnedOn()
    await daymark.clock.advance(10 * STEP)
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      const challenge = await asked(member)
      // at the beginning of a step: the code comes before its end
      await daymark.clock.advance(STEP - (+daymark.clock.now() % STEP) + 1000)
      const code = codeOf(member.key, steps).replace(/(...)/, '$1 ')
      expect([steps, (await pass(challenge, code)).status]).toEqual([steps, status])
    }
  })

  it('takes a code once, also of those sent at the same moment', async () => {
    const member = await turnedOn()
    const challenges = [await asked(member), await asked(member), await asked(member)]
    const code = await nextCode(member.key)
    const answers = await Promise.all(challenges.map(challenge => pass(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await pass(await asked(member), code)).body.code).toBe('code_wrong')
  })

  it('the code that turned it on signs nobody in', async () => {
    const member = await turnedOn()
    expect((await pass(await asked(member), member.code)).body.code).toBe('code_wrong')
  })

  it('opens one session with a challenge, and none five minutes later', async () => {
    const member = await turnedOn()
    const challenge = await asked(member)
    expect((await pass(challenge, '000000')).body.code).toBe('code_wrong')
    expect((await pass(challenge, await nextCode(member.key))).status).toBe(200)
    // the same bytes in another spelling are the same challenge
    for (const spelling of [challenge, `${challenge}=`, challenge.replaceAll('-', '+').replaceAll('_', '/')])
      expect((await pass(spelling, await nextCode(member.key))).body.code).toBe('challenge_expired')
    const late = await asked(member)
    await daymark.clock.advance(5 * 60_000)
    expect((await pass(late, codeOf(member.key))).body.code).toBe('challenge_expired')
    for (const made of ['', 'x', 'A'.repeat(200)])
      expect((await pass(made, codeOf(member.key))).body.code).toBe('challenge_expired')
  })

  it('ends what was begun with a password that was changed meanwhile', async () => {
    const member = await turnedOn()
    const challenge = await asked(member)
    const passwords = { current_password: member.password, new_password: 'a newly chosen password' }
    expect((await member.post('/api/auth/change-password', passwords)).status).toBe(200)
    expect((await pass(challenge, await nextCode(member.key))).body.code).toBe('challenge_expired')
  })

  it('a clock that is put back locks nobody out and makes no code new', async () => {
    const member = await turnedOn()
    const challenge = await asked(member)
    const code = await nextCode(member.key)
    expect((await pass(challenge, code)).status).toBe(200)
    await daymark.clock.jump(3_600_000)
    expect((await pass(await asked(member), codeOf(member.key))).status).toBe(200)
    await daymark.clock.jump(-3_600_000)
    expect((await pass(await asked(member), code)).status).toBe(401)
    expect((await pass(await asked(member), await nextCode(member.key))).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('open a session each, once, however they are written', async () => {
    const member = await turnedOn()
    const [one = '', two = ''] = member.codes
    expect((await pass(await asked(member), one)).status).toBe(200)
    expect((await pass(await asked(member), one)).status).toBe(401)
    expect((await pass(await asked(member), ` ${two.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await state(member)).recovery_codes_left).toBe(8)
    const other = await turnedOn()
    expect((await pass(await asked(other), member.codes[2] ?? '')).status).toBe(401)
  })

  it('one of them opens one session, also when it is sent twice at the same moment', async () => {
    const member = await turnedOn()
    const challenges = [await asked(member), await asked(member)]
    const answers = await Promise.all(challenges.map(challenge => pass(challenge, member.codes[0] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('are renewed with password and code; the old ones are none any more', async () => {
    const member = await turnedOn()
    const renew = <T>(password: string, code: string) =>
      member.post<T>('/api/settings/second-step/recovery-codes', { current_password: password, code })
    expect((await renew(member.password, '000000')).status).toBe(400)
    expect((await renew('not the password', await nextCode(member.key))).status).toBe(400)
    const { status, body } = await renew<Codes>(member.password, await nextCode(member.key))
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
    expect((await pass(await asked(member), member.codes[0] ?? '')).status).toBe(401)
    expect((await pass(await asked(member), body.recovery_codes[0] ?? '')).status).toBe(200)
  })
})

describe('turning two-step sign-in off', () => {
  it('needs password and code', async () => {
    const member = await turnedOn()
    await daymark.clock.advance(FIFTEEN_MINUTES)
    const off = (password: string, code: string) =>
      member.delete('/api/settings/second-step', { current_password: password, code })
    expect((await off(member.password, '000000')).status).toBe(400)
    expect((await off('not the password', codeOf(member.key))).status).toBe(400)
    expect((await state(member)).enabled).toBe(true)
    expect((await off(member.password, codeOf(member.key))).status).toBe(200)
    expect(await state(member)).toEqual({ enabled: false, enabled_at: null, recovery_codes_left: 0 })
    expect((await signIn(member)).status).toBe(200)
  })

  it('a super_admin does it for whoever lost everything: all of her sessions end, and the password alone opens again', async () => {
    const member = await turnedOn()
    const challenge = await asked(member)
    const path = `/api/admin/users/${member.id}/reset-second-step`
    expect((await member.post(path)).status).toBe(403)
    const admin = await daymark.admin()
    expect((await admin.post('/api/admin/users/none/reset-second-step')).status).toBe(404)
    expect((await admin.post(path)).body).toMatchObject({ success: true })
    expect(await me(member)).toBe(401)
    expect((await pass(challenge, codeOf(member.key))).status).toBe(401)
    expect((await signIn(member)).status).toBe(200)
  })
})
