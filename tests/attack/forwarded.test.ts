import { MAX_ATTEMPTS_PER_ADDRESS } from '@daymark/contracts'
import { Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'

const forwarded = (...addresses: string[]) => ({ 'X-Forwarded-For': addresses.join(', ') })
const LOGIN = '/api/auth/login'

/** Failed sign-ins with different names, so that only the address is counted. Returns the last status. */
async function guesses(place: Installation, count: number, header: (n: number) => Record<string, string>) {
  let status = 0
  for (let n = 0; n < count; n++) {
    const body = { username: `unknown-${Math.random()}@daymark.test`, password: 'wrong password' }
    status = (await new Visitor(place.url).post(LOGIN, body, header(n))).status
  }
  return status
}

describe('without a trusted proxy', () => {
  let place: Installation
  beforeAll(async () => void (place = await install('memory')))
  afterAll(() => place?.stop())

  it('ignores a forged address', async () => {
    const forge = (n: number) => ({
      ...forwarded(`198.51.100.${n}`),
      'X-Real-IP': `198.51.100.${n}`,
      Forwarded: `for=198.51.100.${n}`,
    })
    expect(await guesses(place, MAX_ATTEMPTS_PER_ADDRESS, forge)).toBe(401)
    expect(await guesses(place, 1, forge)).toBe(429)
  })
})

describe('behind one trusted proxy', () => {
  let place: Installation
  beforeAll(async () => void (place = await install('memory', { DAYMARK_GATEWAY_TRUST_PROXY: '1' })))
  afterAll(() => place?.stop())

  it('uses only the address that the proxy added', async () => {
    const forge = (n: number) => forwarded(`198.51.100.${n}`, '203.0.113.1')
    expect(await guesses(place, MAX_ATTEMPTS_PER_ADDRESS, forge)).toBe(401)
    expect(await guesses(place, 1, forge)).toBe(429)
    // Other clients behind the same proxy can still sign in.
    expect(await guesses(place, 1, () => forwarded('203.0.113.2'))).toBe(401)
    // A customer usually has a whole IPv6 network.
    const v6 = (n: number) => forwarded(`2001:db8::${n + 1}`)
    expect(await guesses(place, MAX_ATTEMPTS_PER_ADDRESS, v6)).toBe(401)
    expect(await guesses(place, 1, v6)).toBe(429)
  })
})
