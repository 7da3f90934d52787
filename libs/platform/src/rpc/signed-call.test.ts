import { generateKeyPairSync } from 'node:crypto'
import { CallSigner, CallVerifier } from './signed-call.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const secret = 'a secret for tests only, at least 32 characters'
const list = 'daymark.rpc.identity.users.list'
const payload = Buffer.from('{"data":{}}')
const MINUTE = 60_000

const signer = (key = privateKey, callSecret = secret) => new CallSigner(key, callSecret)
const verifier = () => new CallVerifier([publicKey], secret)

it('a call is accepted once, and never with another contract or payload', () => {
  const [caller, receiver] = [signer(), verifier()]
  const signature = caller.sign(list, payload)
  expect(receiver.findRejection({ subject: list, payload: Buffer.from('{"data":{"x":1}}'), signature })).toBe('forged')
  expect(receiver.findRejection({ subject: 'daymark.rpc.identity.users.create', payload, signature })).toBe('forged')
  expect(receiver.findRejection({ subject: 'daymark.rpc.library.users.list', payload, signature })).toBe('forged')
  expect(receiver.findRejection({ subject: list, payload, signature })).toBeUndefined()
  expect(receiver.findRejection({ subject: list, payload, signature })).toBe('replayed')
})

it('a valid signature requires the private key and the secret', () => {
  const otherKey = generateKeyPairSync('ed25519').privateKey
  const from = (caller: CallSigner) =>
    verifier().findRejection({ subject: list, payload, signature: caller.sign(list, payload) })
  expect(from(signer(otherKey))).toBe('forged')
  expect(from(signer(privateKey, 'another secret'))).toBe('forged')
  expect(from(signer())).toBeUndefined()
})

it('clocks may differ by half a minute, and a replay is detected for as long as the call would be valid', () => {
  const [caller, receiver] = [signer(), verifier()]
  const start = Date.now()
  for (let time = start; time < start + 60 * MINUTE; time += MINUTE / 4) {
    const late = caller.sign(list, payload, time - 29_000)
    const early = caller.sign(list, payload, time + 29_000)
    for (const signature of [late, early])
      expect(receiver.findRejection({ subject: list, payload, signature }, time)).toBeUndefined()
    expect(receiver.findRejection({ subject: list, payload, signature: early }, time + 59_000)).toBe('replayed')
    expect(receiver.findRejection({ subject: list, payload, signature: early }, time + 59_001)).toBe('expired')
  }
})

it('changing the clock by a day invalidates only calls made before', () => {
  const [caller, receiver] = [signer(), verifier()]
  const now = Date.now()
  for (const time of [now, now + 1440 * MINUTE, now, now - 1440 * MINUTE]) {
    const signature = caller.sign(list, payload, time)
    expect(receiver.findRejection({ subject: list, payload, signature }, time)).toBeUndefined()
    expect(receiver.findRejection({ subject: list, payload, signature }, time + MINUTE)).toBe('expired')
  }
})
