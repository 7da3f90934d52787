import { generateKeyPairSync } from 'node:crypto'
import { CallSigner, CallVerifier } from './signed-call.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const secret = 'a secret for tests only, at least 32 characters'
const list = 'daymark.rpc.identity.users.list'
const payload = Buffer.from('{"data":{}}')
const MINUTE = 60_000

const signer = (key = privateKey, own = secret) => new CallSigner(key, own)
const verifier = () => new CallVerifier([publicKey], secret)

it('a call is accepted once, and never with another contract or payload', () => {
  const [caller, called] = [signer(), verifier()]
  const signature = caller.sign(list, payload)
  expect(called.findRejection({ subject: list, payload: Buffer.from('{"data":{"x":1}}'), signature })).toBe('forged')
  expect(called.findRejection({ subject: 'daymark.rpc.identity.users.create', payload, signature })).toBe('forged')
  expect(called.findRejection({ subject: 'daymark.rpc.library.users.list', payload, signature })).toBe('forged')
  expect(called.findRejection({ subject: list, payload, signature })).toBeUndefined()
  expect(called.findRejection({ subject: list, payload, signature })).toBe('replayed')
})

it('a valid signature requires the private key and the secret', () => {
  const stranger = generateKeyPairSync('ed25519').privateKey
  const from = (caller: CallSigner) =>
    verifier().findRejection({ subject: list, payload, signature: caller.sign(list, payload) })
  expect(from(signer(stranger))).toBe('forged')
  expect(from(signer(privateKey, 'another secret'))).toBe('forged')
  expect(from(signer())).toBeUndefined()
})

it('clocks may differ by half a minute, and a replay is detected for as long as the call would be valid', () => {
  const [caller, called] = [signer(), verifier()]
  const start = Date.now()
  for (let at = start; at < start + 60 * MINUTE; at += MINUTE / 4) {
    const late = caller.sign(list, payload, at - 29_000)
    const early = caller.sign(list, payload, at + 29_000)
    for (const signature of [late, early])
      expect(called.findRejection({ subject: list, payload, signature }, at)).toBeUndefined()
    expect(called.findRejection({ subject: list, payload, signature: early }, at + 59_000)).toBe('replayed')
    expect(called.findRejection({ subject: list, payload, signature: early }, at + 59_001)).toBe('expired')
  }
})

it('changing the clock by a day invalidates only calls made before', () => {
  const [caller, called] = [signer(), verifier()]
  const now = Date.now()
  for (const at of [now, now + 1440 * MINUTE, now, now - 1440 * MINUTE]) {
    const signature = caller.sign(list, payload, at)
    expect(called.findRejection({ subject: list, payload, signature }, at)).toBeUndefined()
    expect(called.findRejection({ subject: list, payload, signature }, at + MINUTE)).toBe('expired')
  }
})
