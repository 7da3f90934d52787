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
    has: [],
    locked: ['watermarks', 'batch_rename', 'advanced_analytics', 'custom_domain'],
  })
  expect(featuresOf(PLANS.professional)).toEqual({ has: PLANS.professional.features, locked: [] })
})

it('S-SET-09 a disabled limit locks its feature, whatever the list contains', () => {
  const { features, limits } = PLANS.studio
  const of = featuresOf({ features, limits: { ...limits, canUseCustomDomain: false } })
  expect(of.locked).toEqual(['custom_domain'])
  expect(of.has).not.toContain('custom_domain')
})
