import { generateKeyPairSync } from 'node:crypto'
import { CallSigner, CallVerifier } from './signed-call.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const secret = 'a secret for tests only, at least 32 characters'
const listSubject = 'daymark.rpc.identity.users.list'
const payload = Buffer.from('{"data":{}}')
const MINUTE_MS = 60_000

const createSigner = (key = privateKey, callSecret = secret) => new CallSigner(key, callSecret)
const createVerifier = () => new CallVerifier([publicKey], secret)

it('a call is accepted once, and never with another contract or payload', () => {
  const [caller, receiver] = [createSigner(), createVerifier()]
  const signature = caller.sign(listSubject, payload)
  const otherPayload = Buffer.from('{"data":{"x":1}}')
  expect(receiver.findRejection({ subject: listSubject, payload: otherPayload, signature })).toBe('forged')
  expect(receiver.findRejection({ subject: 'daymark.rpc.identity.users.create', payload, signature })).toBe('forged')
  expect(receiver.findRejection({ subject: 'daymark.rpc.library.users.list', payload, signature })).toBe('forged')
  expect(receiver.findRejection({ subject: listSubject, payload, signature })).toBeUndefined()
  expect(receiver.findRejection({ subject: listSubject, payload, signature })).toBe('replayed')
})

it('a valid signature requires the private key and the secret', () => {
  const otherKey = generateKeyPairSync('ed25519').privateKey
  const from = (caller: CallSigner) =>
    createVerifier().findRejection({ subject: listSubject, payload, signature: caller.sign(listSubject, payload) })
  expect(from(createSigner(otherKey))).toBe('forged')
  expect(from(createSigner(privateKey, 'another secret'))).toBe('forged')
  expect(from(createSigner())).toBeUndefined()
})

it('clocks may differ by half a minute, and a replay is detected for as long as the call would be valid', () => {
  const [caller, receiver] = [createSigner(), createVerifier()]
  const start = Date.now()
  for (let time = start; time < start + 60 * MINUTE_MS; time += MINUTE_MS / 4) {
    const late = caller.sign(listSubject, payload, time - 29_000)
    const early = caller.sign(listSubject, payload, time + 29_000)
    for (const signature of [late, early])
      expect(receiver.findRejection({ subject: listSubject, payload, signature }, time)).toBeUndefined()
    expect(receiver.findRejection({ subject: listSubject, payload, signature: early }, time + 59_000)).toBe('replayed')
    expect(receiver.findRejection({ subject: listSubject, payload, signature: early }, time + 59_001)).toBe('expired')
  }
})

it('changing the clock by a day invalidates only calls made before', () => {
  const [caller, receiver] = [createSigner(), createVerifier()]
  const now = Date.now()
  for (const time of [now, now + 1440 * MINUTE_MS, now, now - 1440 * MINUTE_MS]) {
    const signature = caller.sign(listSubject, payload, time)
    expect(receiver.findRejection({ subject: listSubject, payload, signature }, time)).toBeUndefined()
    expect(receiver.findRejection({ subject: listSubject, payload, signature }, time + MINUTE_MS)).toBe('expired')
  }
})
