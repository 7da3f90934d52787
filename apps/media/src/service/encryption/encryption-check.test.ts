import { newRingKey } from '@daymark/storage'
import { encryptionCheck, NO_KEY } from './encryption-check.ts'

it('L-MKT-11: doctor and readiness report a missing key with the same text', () => {
  expect(encryptionCheck({})).toMatchObject({ ok: false, needed: false })
  expect(NO_KEY).toBe(`encryption at rest: ${encryptionCheck({}).says}`)
  expect(encryptionCheck({ keys: newRingKey('2026-11') })).toMatchObject({
    ok: true,
    says: expect.stringContaining('2026-11'),
  })
})
