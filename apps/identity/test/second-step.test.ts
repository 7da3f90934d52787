import { security } from '@daymark/contracts'
import { RpcClient, run } from '@daymark/platform'
import { actorOf, setUp } from '@daymark/testing'
import { Secret, TOTP } from 'otpauth'
import { DeleteUsedChallenges } from '../src/operation/cleanup.jobs.ts'
import { identityService, resetSecondStepOf } from '../src/index.ts'
import { anonymous, startIdentity, PASSWORD } from './identity-services.ts'

const services = setUp(startIdentity)

const [STEP, MINUTE] = [30_000, 60_000]
let last = 0
const newAddress = () => `10.0.0.${++last}`
const codeOf = (key: string) => TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +services.clock.now() })
/** Advances the clock to the next time step and returns its code, because a used code is not accepted again. */
const nextCode = (key: string) => {
  services.clock.advance(STEP)
  return codeOf(key)
}

async function turnedOn() {
  const { id, email } = await services.makeUser()
  const actor = actorOf(id)
  const { sessionId } = await services.signIn(email, PASSWORD, newAddress())
  const begun = await services.rpc.call(
    security.beginSecondStep,
    { currentPassword: PASSWORD, address: newAddress() },
    actor,
  )
  const given = { challenge: begun.challenge, code: codeOf(begun.key), sessionId }
  const { recoveryCodes } = await services.rpc.call(security.confirmSecondStep, given, actor)
  return { id, email, actor, key: begun.key, recoveryCodes }
}
async function asked(email: string): Promise<string> {
  const refused = services.signIn(email, PASSWORD, newAddress())
  const { params } = (await refused.catch((e: unknown) => e)) as { params: { challenge: string } }
  return params.challenge
}
/** Returns the HTTP status of an attempt to pass the second step: 200, 401 or 429. */
const pass = (challenge: string, code: string, rpc = services.rpc): Promise<number> =>
  rpc.call(security.passSecondStep, { challenge, code, address: newAddress() }, anonymous).then(
    () => 200,
    (error: { status: number }) => error.status,
  )
const count = (statuses: number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, s => s)].map(([s, all]) => [s, all.length]))

describe('guessing codes', () => {
  it('is limited to ten per account from any address, and a correct password does not reset the count', async () => {
    const { email, key } = await turnedOn()
    for (let i = 0; i < 10; i++) expect(await pass(await asked(email), '000000')).toBe(401)
    expect(await pass(await asked(email), nextCode(key))).toBe(429)
    services.clock.advance(15 * MINUTE)
    expect(await pass(await asked(email), nextCode(key))).toBe(200)
    for (let i = 0; i < 9; i++) expect(await pass(await asked(email), '000000')).toBe(401)
    expect(await pass(await asked(email), nextCode(key))).toBe(200)
  })

  it('is limited for concurrent attempts, too, and a correct code after them is rejected', async () => {
    const { email, key } = await turnedOn()
    const challenge = await asked(email)
    const wrong = Array.from({ length: 20 }, () => pass(challenge, '000000'))
    const right = pass(challenge, nextCode(key))
    expect([await right, count(await Promise.all(wrong))]).toEqual([429, { 401: 10, 429: 10 }])
  })

  it('in the settings is also counted, separately from passwords', async () => {
    const { email, actor, key } = await turnedOn()
    const off = (code: string) => ({ currentPassword: PASSWORD, code, address: newAddress() })
    for (let i = 0; i < 10; i++)
      await expect(services.rpc.call(security.endSecondStep, off('000000'), actor)).rejects.toMatchObject({
        status: 400,
      })
    expect(await pass(await asked(email), nextCode(key))).toBe(429)
    await expect(services.rpc.call(security.endSecondStep, off(codeOf(key)), actor)).rejects.toMatchObject({
      status: 429,
    })
  })
})

it('one of two replicas that get the same code at the same time opens a session', async () => {
  const { DAYMARK_NATS_URL: _, ...env } = services.env
  const replica = await run([identityService], { env, clock: services.clock, allServices: ['identity'] })
  const rpc = new RpcClient(replica.transport.client(), 5000)
  try {
    const { email, key, recoveryCodes } = await turnedOn()
    const next = () => nextCode(key)
    for (const codeNow of [next, next, ...recoveryCodes.slice(0, 2).map(code => () => code)]) {
      const [one, other] = [await asked(email), await asked(email)]
      // the code is generated last, because it is valid only for half a minute
      const code = codeNow()
      expect((await Promise.all([pass(one, code), pass(other, code, rpc)])).toSorted()).toEqual([200, 401])
    }
  } finally {
    await rpc.close()
    await replica.stop()
  }
})

it('after a change of the secret no code is accepted, but recovery codes are', async () => {
  const { id, email, key, recoveryCodes } = await turnedOn()
  await services
    .db('identity')
    .sql(
      `UPDATE totp_keys SET sealed_key = set_byte(sealed_key, 20, 255 - get_byte(sealed_key, 20)) WHERE user_id = $1`,
      [id],
    )
  const empty = TOTP.generate({ secret: new Secret({ buffer: new ArrayBuffer(0) }), timestamp: +services.clock.now() })
  expect(await pass(await asked(email), nextCode(key))).toBe(401)
  expect(await pass(await asked(email), empty)).toBe(401)
  expect(await pass(await asked(email), recoveryCodes[0] ?? '')).toBe(200)
})

it('an operator can reset it by command: all sessions end, and the password is enough to sign in', async () => {
  const { id, email } = await turnedOn()
  expect(await resetSecondStepOf(services.env, email.toUpperCase())).toBe(true)
  const { user, token } = await services.signIn(email)
  expect(user.id).toBe(id)
  await services.check(token)
  expect(await resetSecondStepOf(services.env, 'unknown@example.org')).toBe(false)
})

it('used challenges are deleted a day after they have expired', async () => {
  const rows = () => services.db('identity').sql('SELECT digest FROM used_challenges')
  await turnedOn()
  const before = (await rows()).length
  await services.runJob('identity', DeleteUsedChallenges)
  expect(before).toBeGreaterThan(0)
  expect(await rows()).toHaveLength(before)
  services.clock.advance(25 * 60 * MINUTE)
  await services.runJob('identity', DeleteUsedChallenges)
  expect(await rows()).toEqual([])
})
