import { createTotpKey, findTimeStep, totpUri } from './authenticator.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { SecondStep } from './second-step.entity.ts'

/** The key of the test vectors in RFC 6238. The codes in the tests have six digits, as in authenticator apps. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('an authenticator code', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('at %d s is %s, as in RFC 6238', (seconds, code) => {
    expect(findTimeStep(RFC_KEY, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('is valid one step before and after its own step, but not longer', () => {
    const steps = [-60, -30, 0, 30, 60].map(later =>
      findTimeStep(RFC_KEY, '005924', new Date((1234567890 + later) * 1000)),
    )
    expect(steps).toEqual([undefined, 41152263, 41152263, 41152263, undefined])
  })

  it.each(['', '12345', '1234567', 'abcdef', '٠٠٥٩٢٤', '-05924', '0x5924'])('%j is not a code', typed => {
    expect(findTimeStep(RFC_KEY, typed, new Date(1234567890_000))).toBeUndefined()
  })

  it('has a key of 160 random bits, and a URI that apps can read', () => {
    const key = createTotpKey()
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(createTotpKey()).not.toBe(key)
    expect(totpUri(key, 'anna+photos@example.org')).toBe(
      `otpauth://totp/Daymark:anna%2Bphotos%40example.org?issuer=Daymark&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  it('is accepted once for each step, and only the last ten steps are stored', () => {
    const secondStep = Object.assign(new SecondStep(), { usedSteps: [] as string[] })
    expect([
      secondStep.useTimeStep(5),
      secondStep.useTimeStep(5),
      secondStep.useTimeStep(4),
      secondStep.useTimeStep(5),
    ]).toEqual([true, false, true, false])
    for (let step = 10; step < 30; step++) secondStep.useTimeStep(step)
    expect(secondStep.usedSteps).toHaveLength(10)
  })
})

describe('recovery codes', () => {
  it('consist of 16 characters in four groups, without characters that look alike', () => {
    const codes = createRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([2-9bcdfghjkmnpqrstvwxyz]{4}-){3}[2-9bcdfghjkmnpqrstvwxyz]{4}$/)
  })

  it('are valid in any case and with any separators, but only for one user', () => {
    const storedHash = hashRecoveryCode('anna', 'bcdf-2345-ghjk-6789')
    for (const typed of ['bcdf2345ghjk6789', 'BCDF 2345 GHJK 6789', ' bcdf–2345–ghjk–6789\n'])
      expect(hashRecoveryCode('anna', typed)).toEqual(storedHash)
    expect(hashRecoveryCode('ben', 'bcdf-2345-ghjk-6789')).not.toEqual(storedHash)
  })
})
