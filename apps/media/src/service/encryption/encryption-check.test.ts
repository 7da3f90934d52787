import { newRingKey } from '@daymark/storage'
import { checkEncryptionKeys, NO_ENCRYPTION_KEY } from './encryption-check.ts'

it('L-MKT-11: doctor and readiness report a missing key with the same text', () => {
  expect(checkEncryptionKeys({})).toMatchObject({ ok: false, needed: false })
  expect(NO_ENCRYPTION_KEY).toBe(`encryption at rest: ${checkEncryptionKeys({}).message}`)
  expect(checkEncryptionKeys({ keys: newRingKey('2026-11') })).toMatchObject({
    ok: true,
    message: expect.stringContaining('2026-11'),
  })
})
