import type { http } from '@daymark/contracts'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from '../support/authenticator.ts'
import { install, type Installation, SERVICES } from '../support/installation.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const origin = 'https://photos.example.com'
const SECOND_STEP = '/api/settings/second-step'
const STEP_MS = 30_000

let place: Installation
beforeAll(async () => {
  place = await install(bus, { DAYMARK_PUBLIC_URL: origin })
  await place.photographer()
})
afterAll(() => place?.stop())

async function crash(): Promise<void> {
  const identity = place.servers[bus === 'nats' ? SERVICES.indexOf('identity') : 0]
  await identity?.kill()
  await identity?.start()
}
const codeOf = (key: string, steps: number) =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + steps * STEP_MS })

it('kill -9 after the response loses no change of two-step sign-in, passkeys or used codes', async () => {
  const member = await place.createUser()
  const { email: username, password } = member
  const here = { current_password: password }
  const { challenge, key } = (await member.post<http.SecondStepSetup>(SECOND_STEP, here)).body
  const on = await member.post<{ recovery_codes: string[] }>(`${SECOND_STEP}/confirm`, {
    challenge,
    code: codeOf(key, 0),
  })
  expect(on.status).toBe(200)
  const [first = '', second = '', third = ''] = on.body.recovery_codes
  await crash()

  const pass = async (code: string): Promise<[number, string | undefined]> => {
    const asked = await place
      .visitor()
      .post<{ code: string; challenge: string }>('/api/auth/login', { username, password })
    expect([asked.status, asked.body.code]).toEqual([401, 'second_step_required'])
    const { status, body } = await place
      .visitor()
      .post<{ code?: string }>('/api/auth/second-step', { challenge: asked.body.challenge, code })
    return [status, body.code]
  }
  expect(await pass(first)).toEqual([200, undefined])
  const authenticator = new Authenticator()
  const begun = (await member.post<http.PasskeyOptions>('/api/settings/passkeys/options', { ...here, code: second }))
    .body
  const credential = authenticator.create(begun.options as never, { origin })
  const added = await member.post<http.Passkey>('/api/settings/passkeys', {
    challenge: begun.challenge,
    name: 'Laptop',
    credential,
  })
  expect(added.status).toBe(201)
  await crash()

  for (const used of [first, second]) expect(await pass(used)).toEqual([401, 'code_wrong'])
  const { challenge: asked, options } = (await place.visitor().post<http.PasskeyOptions>('/api/auth/passkey/options'))
    .body
  const signedIn = await place.visitor().post('/api/auth/passkey', {
    challenge: asked,
    credential: authenticator.get(options as never, { origin }),
  })
  expect(signedIn.status).toBe(200)
  const path = `/api/settings/passkeys/${added.body.id}`
  expect((await member.delete(path, here)).status).toBe(200)
  expect((await member.delete(SECOND_STEP, { ...here, code: third })).status).toBe(200)
  await crash()

  const { second_step, passkeys } = (await member.get<http.AccountSecurity>('/api/settings/security')).body
  expect([second_step.enabled, passkeys]).toEqual([false, []])
  expect((await place.visitor().post('/api/auth/login', { username, password })).status).toBe(200)
})
