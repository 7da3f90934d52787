import { security } from '@daymark/contracts'
import { RpcClient, run } from '@daymark/platform'
import { actorOf, setUp } from '@daymark/testing'
import { Secret, TOTP } from 'otpauth'
import { DeleteUsedChallenges } from '../src/operation/cleanup.jobs.ts'
import { identityService, resetSecondStepOf } from '../src/index.ts'
import { anonymous, startIdentity, PASSWORD } from './identity-services.ts'

const services = setUp(startIdentity)

const [STEP_MS, MINUTE_MS] = [30_000, 60_000]
let addressCount = 0
const newAddress = () => `10.0.0.${++addressCount}`
const currentCode = (key: string) => TOTP.generate({ secret: Secret.fromBase32(key), timestamp: +services.clock.now() })
/** Advances the clock to the next time step and returns its code, because a used code is not accepted again. */
const nextCode = (key: string) => {
  services.clock.advance(STEP_MS)
  return currentCode(key)
}

async function createUserWithSecondStep() {
  const { id, email } = await services.createUser()
  const actor = actorOf(id)
  const { sessionId } = await services.signIn(email, PASSWORD, newAddress())
  const begun = await services.rpc.call(
    security.beginSecondStep,
    { currentPassword: PASSWORD, address: newAddress() },
    actor,
  )
  const given = { challenge: begun.challenge, code: currentCode(begun.key), sessionId }
  const { recoveryCodes } = await services.rpc.call(security.confirmSecondStep, given, actor)
  return { id, email, actor, key: begun.key, recoveryCodes }
}
async function requestChallenge(email: string): Promise<string> {
  const refused = services.signIn(email, PASSWORD, newAddress())
  const { params } = (await refused.catch((e: unknown) => e)) as { params: { challenge: string } }
  return params.challenge
}
/** Returns the HTTP status of an attempt to pass the second step: 200, 401 or 429. */
const passSecondStep = (challenge: string, code: string, rpc = services.rpc): Promise<number> =>
  rpc.call(security.passSecondStep, { challenge, code, address: newAddress() }, anonymous).then(
    () => 200,
    (error: { status: number }) => error.status,
  )
const countByStatus = (statuses: number[]) =>
  Object.fromEntries([...Map.groupBy(statuses, status => status)].map(([status, group]) => [status, group.length]))

describe('guessing codes', () => {
  it('is limited to ten per account from any address, and a correct password does not reset the count', async () => {
    const { email, key } = await createUserWithSecondStep()
    for (let i = 0; i < 10; i++) expect(await passSecondStep(await requestChallenge(email), '000000')).toBe(401)
    expect(await passSecondStep(await requestChallenge(email), nextCode(key))).toBe(429)
    services.clock.advance(15 * MINUTE_MS)
    expect(await passSecondStep(await requestChallenge(email), nextCode(key))).toBe(200)
    for (let i = 0; i < 9; i++) expect(await passSecondStep(await requestChallenge(email), '000000')).toBe(401)
    expect(await passSecondStep(await requestChallenge(email), nextCode(key))).toBe(200)
  })

  it('is limited for concurrent attempts, too, and a correct code after them is rejected', async () => {
    const { email, key } = await createUserWithSecondStep()
    const challenge = await requestChallenge(email)
    const wrong = Array.from({ length: 20 }, () => passSecondStep(challenge, '000000'))
    const right = passSecondStep(challenge, nextCode(key))
    expect([await right, countByStatus(await Promise.all(wrong))]).toEqual([429, { 401: 10, 429: 10 }])
  })

  it('in the settings is also counted, separately from passwords', async () => {
    const { email, actor, key } = await createUserWithSecondStep()
    const endInput = (code: string) => ({ currentPassword: PASSWORD, code, address: newAddress() })
    for (let i = 0; i < 10; i++)
      await expect(services.rpc.call(security.endSecondStep, endInput('000000'), actor)).rejects.toMatchObject({
        status: 400,
      })
    expect(await passSecondStep(await requestChallenge(email), nextCode(key))).toBe(429)
    await expect(services.rpc.call(security.endSecondStep, endInput(currentCode(key)), actor)).rejects.toMatchObject({
      status: 429,
    })
  })
})

it('one of two replicas that get the same code at the same time opens a session', async () => {
  const { DAYMARK_NATS_URL: _, ...env } = services.env
  const replica = await run([identityService], { env, clock: services.clock, allServices: ['identity'] })
  const rpc = new RpcClient(replica.transport.client(), 5000)
  try {
    const { email, key, recoveryCodes } = await createUserWithSecondStep()
    const next = () => nextCode(key)
    for (const codeNow of [next, next, ...recoveryCodes.slice(0, 2).map(code => () => code)]) {
      const [one, other] = [await requestChallenge(email), await requestChallenge(email)]
      // the code is generated last, because it is valid only for half a minute
      const code = codeNow()
      const statuses = await Promise.all([passSecondStep(one, code), passSecondStep(other, code, rpc)])
      expect(statuses.toSorted()).toEqual([200, 401])
    }
  } finally {
    await rpc.close()
    await replica.stop()
  }
})

it('after a change of the secret no code is accepted, but recovery codes are', async () => {
  const { id, email, key, recoveryCodes } = await createUserWithSecondStep()
  await services
    .db('identity')
    .sql(
      `UPDATE totp_keys SET sealed_key = set_byte(sealed_key, 20, 255 - get_byte(sealed_key, 20)) WHERE user_id = $1`,
      [id],
    )
  const empty = TOTP.generate({ secret: new Secret({ buffer: new ArrayBuffer(0) }), timestamp: +services.clock.now() })
  expect(await passSecondStep(await requestChallenge(email), nextCode(key))).toBe(401)
  expect(await passSecondStep(await requestChallenge(email), empty)).toBe(401)
  expect(await passSecondStep(await requestChallenge(email), recoveryCodes[0] ?? '')).toBe(200)
})

it('an operator can reset it by command: all sessions end, and the password is enough to sign in', async () => {
  const { id, email } = await createUserWithSecondStep()
  expect(await resetSecondStepOf(services.env, email.toUpperCase())).toBe(true)
  const { user, token } = await services.signIn(email)
  expect(user.id).toBe(id)
  await services.checkSession(token)
  expect(await resetSecondStepOf(services.env, 'unknown@example.org')).toBe(false)
})

it('used challenges are deleted a day after they have expired', async () => {
  const listUsedChallenges = () => services.db('identity').sql('SELECT digest FROM used_challenges')
  await createUserWithSecondStep()
  const before = (await listUsedChallenges()).length
  await services.runJob('identity', DeleteUsedChallenges)
  expect(before).toBeGreaterThan(0)
  expect(await listUsedChallenges()).toHaveLength(before)
  services.clock.advance(25 * 60 * MINUTE_MS)
  await services.runJob('identity', DeleteUsedChallenges)
  expect(await listUsedChallenges()).toEqual([])
})
