import { createHash, randomBytes } from 'node:crypto'
import { Sha256 } from './sha256.ts'

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it('SHA-256 is that of any other implementation, for every length around its blocks', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = randomBytes(length)
    expect(new Sha256().update(bytes).hex()).toBe(expected(bytes))
  }
})

it('SHA-256 does not depend on how the bytes are cut, nor where they lie in their buffer', () => {
  const bytes = randomBytes(100_003).subarray(3)
  for (const size of [1, 63, 64, 65, 4096, 33_333]) {
    const sum = new Sha256()
    for (let at = 0; at < bytes.length; at += size) sum.update(bytes.subarray(at, at + size))
    expect(sum.hex()).toBe(expected(bytes))
  }
})
