import { http } from '../../index.ts'
import { linkSettings } from '../../bus/sharing/rpc.ts'
import { PRESET_FIELDS, PRESET_SETTINGS } from './preset-settings.ts'

const sorted = (names: readonly string[]) => names.toSorted()
/** Of one link alone, or another name for the same. */
const OWN = [
  ...['expires_at', 'time_zone', 'allow_download', 'password', 'password_hint', 'slug'],
  // of one delivery, and made public one by one
  ...['first_look', 'listed'],
]

it('rule 142 every setting of a link is in presets or out of them: nobody forgets one', () => {
  expect(sorted(Object.keys(PRESET_SETTINGS))).toEqual(sorted(Object.keys(linkSettings)))
  const outside = PRESET_FIELDS.map(([, name]) => name)
  expect(sorted([...outside, ...OWN])).toEqual(sorted(Object.keys(http.sharePatch.shape)))
})

it('rule 142 a preset knows no password', () => {
  expect(Object.keys(http.presetSettings.shape).filter(name => /password|slug|expires/.test(name))).toEqual([])
})
