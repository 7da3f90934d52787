import { z } from 'zod'
import { hasNoControlCharacters } from '../rules/comment-text.ts'
import { requiredText } from '../rules/visible-text.ts'
import { PRESET_FIELDS, type PublicField, PRESETS } from '../rules/presets/preset-settings.ts'
import { shareFields } from './shares.ts'

const fieldsOfPreset = Object.fromEntries(PRESET_FIELDS.map(([, outside]) => [outside, shareFields[outside]])) as Pick<
  typeof shareFields,
  PublicField
>
/** Settings of a link that a preset stores. Omitted settings have the default of a link. */
export const presetSettings = z.object(fieldsOfPreset)
export type PresetSettings = z.infer<typeof presetSettings>

export const leftOut = z.array(
  z.object({ setting: z.string(), reason: z.string().describe('Explanation for the owner.') }),
)
const days = z.int().min(1).max(PRESETS.days).nullable()
/** Named settings that new links copy (rule 142). */
export const preset = z.object({
  id: z.string(),
  name: z.string(),
  settings: presetSettings.describe(
    'Settings that a link copies from the preset. They do not include those in `left_out`.',
  ),
  expires_after_days: days.describe(
    'Number of days after which a link created from the preset expires. Null: it does not expire.',
  ),
  ask_password: z
    .boolean()
    .describe(
      'Whether a link created from the preset must have a password. The preset stores no password: send one with each link.',
    ),
  is_default: z.boolean().describe('Whether the web application proposes this preset for new links.'),
  left_out: leftOut.describe(
    'Settings of the preset that are not available at the moment, with the reason. Example: a watermark that the plan does not include.',
  ),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Preset = z.infer<typeof preset>
export const presets = z.array(preset).max(PRESETS.max)

const name = requiredText('Please enter a name.', PRESETS.name).refine(hasNoControlCharacters, 'Enter a valid name.')
const fields = {
  settings: presetSettings,
  expires_after_days: days,
  ask_password: z.boolean(),
  is_default: z.boolean().describe('True: removes the default from the other presets.'),
}
export const presetBody = z.object({
  name,
  settings: fields.settings,
  ...z.object(fields).partial().omit({ settings: true }).shape,
})
export const presetPatch = z
  .object({ name, ...fields })
  .partial()
  .describe('Settings are replaced as a whole. Existing links do not change.')
