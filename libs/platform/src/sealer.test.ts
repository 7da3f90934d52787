import { PlatformConfig } from './config/platform.config.ts'
import { Sealer } from './sealer.ts'

const createSealer = (secret: string) => new Sealer({ secret } as PlatformConfig)
const sealer = createSealer('a secret for tests only, at least 32 characters')
const plain = Buffer.from('JBSWY3DPEHPK3PXP')

describe('a sealed value', () => {
  it('can be opened, even in another process with the same secret', () => {
    const sealed = sealer.seal('authenticator', 'anna', plain)
    expect(sealed.includes(plain)).toBe(false)
    expect(sealer.open('authenticator', 'anna', sealed)).toEqual(plain)
    const elsewhere = createSealer('a secret for tests only, at least 32 characters')
    expect(elsewhere.open('authenticator', 'anna', sealed)).toEqual(plain)
  })

  it('is different each time', () => {
    expect(sealer.seal('authenticator', 'anna', plain)).not.toEqual(sealer.seal('authenticator', 'anna', plain))
  })

  it('cannot be opened for another owner, another purpose or another installation', () => {
    const sealed = sealer.seal('authenticator', 'anna', plain)
    expect(sealer.open('authenticator', 'ben', sealed)).toBeUndefined()
    expect(sealer.open('sign-in', 'anna', sealed)).toBeUndefined()
    const other = createSealer('another secret for tests, at least 32 characters')
    expect(other.open('authenticator', 'anna', sealed)).toBeUndefined()
  })

  it('cannot be opened when a bit is changed or a part is missing', () => {
    const sealed = sealer.seal('authenticator', 'anna', plain)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(sealer.open('authenticator', 'anna', changed)).toBeUndefined()
      expect(sealer.open('authenticator', 'anna', sealed.subarray(0, at))).toBeUndefined()
    }
  })
})
