import { z } from 'zod'
import { hasNoControlCharacters } from '../rules/comments/comment-text.ts'
import { PRESET_FIELDS, type PublicField, PRESETS } from '../rules/presets/preset-settings.ts'
import { requiredText } from '../rules/visible-text.ts'
import { shareFields } from './shares.ts'

const kept = Object.fromEntries(PRESET_FIELDS.map(([, outside]) => [outside, shareFields[outside]])) as Pick<
  typeof shareFields,
  PublicField
>
/** What a preset keeps of the settings of a link, under the names that a link has for them; left out: as links usually have it. */
export const presetSettings = z.object(kept)
export type PresetSettings = z.infer<typeof presetSettings>

export const leftOut = z.array(z.object({ setting: z.string(), reason: z.string().describe('Message for the owner.') }))
const days = z.int().min(1).max(PRESETS.days).nullable()
/** Settings with a name, for links to come (rule 142). A link has a copy of them. */
export const preset = z.object({
  id: z.string(),
  name: z.string(),
  settings: presetSettings.describe('Without the settings that are left out.'),
  expires_after_days: days.describe('Days after the creation of the link. Null: never.'),
  ask_password: z.boolean().describe('Whether links of this preset need a password. The preset does not store one.'),
  is_default: z.boolean().describe('Whether new links start with this preset.'),
  left_out: leftOut.describe(
    'Settings that are currently unavailable, such as a watermark that the plan does not include.',
  ),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Preset = z.infer<typeof preset>
export const presets = z.array(preset).max(PRESETS.most)

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
