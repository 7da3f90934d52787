import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../define.ts'
import { serviceShapeIn } from '../../rules/field-table.ts'
import { PRESET_LIMITS } from '../../rules/limits.ts'
import { linkFields } from '../../rules/link-fields.ts'

/** Settings of a link that a preset stores. Omitted settings have the default of a new link. */
export const presetSettings = z.object(serviceShapeIn(linkFields, 'preset')).partial()
export type PresetSettings = z.infer<typeof presetSettings>

const presetFields = {
  name: text.min(1).max(PRESET_LIMITS.name),
  settings: presetSettings,
  expiresAfterDays: z
    .number()
    .int()
    .min(1)
    .max(PRESET_LIMITS.days)
    .nullable()
    .describe('Number of days after which a link created from the preset expires. Null: it does not expire.'),
  askPassword: z
    .boolean()
    .describe(
      'Whether a link created from the preset must have a password. The preset stores no password: send a password with each link.',
    ),
  isDefault: z.boolean().describe('Whether the web application proposes this preset for new links.'),
}
const presetView = z.object({
  id,
  ...presetFields,
  settings: presetSettings.describe('Settings that a link copies from the preset, without the settings in `leftOut`.'),
  leftOut: z
    .array(z.object({ setting: z.string(), reason: z.string().describe('Explanation for the owner.') }))
    .describe('Settings of the preset that are not available at the moment.'),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type PresetView = z.infer<typeof presetView>

/** Presets: named settings that new links copy (rules 142, 143). All calls for one preset throw PRESET_NOT_FOUND. */
export const presets = {
  listPresets: rpc('sharing.presets.list', z.object({}), z.array(presetView)),
  getPreset: rpc('sharing.presets.get', z.object({ id: z.string() }), presetView),
  /** Throws PRESET_NAME_TAKEN; PRESETS_FULL if the maximum number of presets is reached. */
  createPreset: rpc('sharing.presets.create', z.object(presetFields), presetView),
  /** Omitted fields do not change. `settings` replaces all settings of the preset. Throws PRESET_NAME_TAKEN. */
  updatePreset: rpc(
    'sharing.presets.update',
    z.object({ id: z.string(), ...z.object(presetFields).partial().shape }),
    presetView,
  ),
  deletePreset: rpc('sharing.presets.delete', z.object({ id: z.string() }), successOutput),
}
