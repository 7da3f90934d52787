import { Blob } from 'node:buffer'
import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { sha256Of } from './sha256.ts'

const MB = 1024 * 1024
const expectedHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hash = (bytes: Uint8Array, maxWholeFileBytes?: number) =>
  sha256Of(new Blob([bytes as Uint8Array<ArrayBuffer>]) as unknown as globalThis.Blob, maxWholeFileBytes)

function setSecureContext(isSecureContext: boolean) {
  Object.defineProperty(self, 'isSecureContext', { value: isSecureContext, configurable: true })
  Object.defineProperty(self.crypto, 'subtle', {
    value: isSecureContext ? webcrypto.subtle : undefined,
    configurable: true,
  })
}

it.each([0, 1, 63, 64, 65, 4 * MB, 4 * MB + 1, 9 * MB + 3])(
  'SHA-256 of %i bytes equals that of node:crypto, with and without HTTPS, whole and in pieces',
  async length => {
    const bytes = randomBytes(length)
    setSecureContext(false)
    expect(await hash(bytes)).toBe(expectedHash(bytes))
    setSecureContext(true)
    expect(await hash(bytes)).toBe(expectedHash(bytes))
    expect(await hash(bytes, 0)).toBe(expectedHash(bytes))
  },
)

it('files that are hashed at the same time do not share memory', async () => {
  setSecureContext(true)
  const files = [randomBytes(MB), randomBytes(3 * MB), randomBytes(2 * MB)]
  await hash(files[1]!)
  expect(await Promise.all(files.map(bytes => hash(bytes)))).toEqual(files.map(expectedHash))
})
