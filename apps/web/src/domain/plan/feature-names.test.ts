import { PLANS } from '@daymark/contracts'
import { formatFeatureName, featuresOf } from './feature-names.ts'

it.each([
  ['watermarks', 'Watermarks'],
  ['batch_rename', 'Batch Rename'],
  ['white_label', 'White Label'],
  ['encryption_at_rest', 'Encryption At Rest'],
  ['api_access', 'API Access'],
])('S-SET-08 %s is shown as %s', (feature, name) => expect(formatFeatureName(feature)).toBe(name))

it('S-SET-09 starter has four locked features, professional none', () => {
  expect(featuresOf(PLANS.starter)).toEqual({
    included: [],
    locked: ['watermarks', 'batch_rename', 'advanced_analytics', 'custom_domain'],
  })
  expect(featuresOf(PLANS.professional)).toEqual({ included: PLANS.professional.features, locked: [] })
})
