import { createHmac, randomBytes } from 'node:crypto'
import { jest } from '@jest/globals'
import { verifyWebhook } from '@daymark/client'

const secret = `whsec_${randomBytes(24).toString('base64')}`
const body = JSON.stringify({
  id: 'e1',
  type: 'image.uploaded',
  created_at: '2026-11-22T10:00:00Z',
  data: { image_id: 'ü' },
})
/** The time of all signatures and verifications in these tests, in seconds. */
const NOW = Math.floor(Date.now() / 1000)
const now = () => NOW
beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW * 1000))
afterAll(() => void jest.restoreAllMocks())

function sign({ key = secret, id = 'msg_1', time = now(), text = body } = {}): string {
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${time}.${text}`).digest('base64')}`
}
const headers = (signature: string, time = now()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(time),
  'webhook-signature': signature,
})

describe('a webhook that is verified', () => {
  it('returns the signed event for every type of headers', async () => {
    const expected = JSON.parse(body) as object
    expect(await verifyWebhook({ body, headers: headers(sign()), secret })).toEqual(expected)
    expect(await verifyWebhook({ body: Buffer.from(body), headers: new Headers(headers(sign())), secret })).toEqual(
      expected,
    )
    const capital = { 'Webhook-Id': ['msg_1'], 'Webhook-Timestamp': String(now()), 'Webhook-Signature': sign() }
    expect(await verifyWebhook({ body, headers: capital, secret })).toEqual(expected)
  })

  it('accepts two signatures and two secrets during a rotation', async () => {
    const previousSecret = `whsec_${randomBytes(24).toString('base64')}`
    const bothSignatures = headers(`${sign({ key: previousSecret })} v1a,other ${sign()}`)
    for (const validSecret of [secret, previousSecret, [previousSecret, secret]])
      await expect(verifyWebhook({ body, headers: bothSignatures, secret: validSecret })).resolves.toMatchObject({
        id: 'e1',
      })
    const bothSecrets = [previousSecret, secret]
    await expect(verifyWebhook({ body, headers: headers(sign()), secret: bothSecrets })).resolves.toBeDefined()
  })

  it('rejects a changed body, header or signature', async () => {
    const invalidInputs: [string, Parameters<typeof verifyWebhook>[0]][] = [
      ['its body', { body: `${body} `, headers: headers(sign()), secret }],
      ['its id', { body, headers: { ...headers(sign()), 'webhook-id': 'msg_2' }, secret }],
      ['its time', { body, headers: headers(sign(), now() + 1), secret }],
      ['its secret', { body, headers: headers(sign({ key: `whsec_${randomBytes(24).toString('base64')}` })), secret }],
      ['no signature', { body, headers: { ...headers(''), 'webhook-signature': undefined }, secret }],
      ['no base64', { body, headers: headers('v1,*** v1,'), secret }],
    ]
    for (const [changedPart, input] of invalidInputs)
      await expect([changedPart, await verifyWebhook(input).catch((error: Error) => error.name)]).toEqual([
        changedPart,
        'WebhookVerificationError',
      ])
  })

  it('rejects a timestamp more than five minutes in the past or the future', async () => {
    for (const time of [now() - 301, now() + 301]) {
      const input = { body, headers: headers(sign({ time }), time), secret }
      await expect(verifyWebhook(input)).rejects.toThrow(/too old/)
      expect(await verifyWebhook({ ...input, tolerance: 400 })).toMatchObject({ id: 'e1' })
    }
  })

  it('accepts the example of the Standard Webhooks library', async () => {
    const input = {
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      tolerance: Infinity,
    }
    expect(await verifyWebhook(input)).toEqual({ test: 2432232314 })
  })
})
