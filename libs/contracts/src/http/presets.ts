import { z } from 'zod'
import { hasNoControlCharacters } from '../rules/visible-text.ts'
import { editShapeIn } from '../rules/field-table.ts'
import { MAX_IDS_PER_CALL, PRESET_LIMITS } from '../rules/limits.ts'
import { linkFields } from '../rules/link-fields.ts'
import { FINDING_KINDS, FINDING_ACTIONS, PREFLIGHT_LIMITS, SEVERITIES } from '../rules/preflight/findings.ts'
import { PASSWORD_WEAKNESSES } from '../rules/preflight/password-weakness.ts'
import { requiredTextSchema } from '../rules/visible-text.ts'
import { timeZone } from './shares.ts'

/** Settings of a link that a preset stores. Omitted settings have the default of a new link. */
export const presetSettings = z.object(editShapeIn(linkFields, 'preset'))
export type PresetSettings = z.infer<typeof presetSettings>

export const leftOut = z.array(
  z.object({
    setting: z.string().describe('Name of the setting, such as `watermark`.'),
    reason: z.string().describe('Explanation for the owner why the setting is not available.'),
  }),
)
const expiryDays = z.int().min(1).max(PRESET_LIMITS.days).nullable()
/** Named settings that new links copy (rule 142). */
export const preset = z.object({
  id: z.string(),
  name: z.string().describe('Name of the preset.'),
  settings: presetSettings.describe('Settings that a link copies from the preset, without the settings in `left_out`.'),
  expires_after_days: expiryDays.describe(
    'Number of days after which a link created from the preset expires. Null: it does not expire.',
  ),
  ask_password: z
    .boolean()
    .describe(
      'Whether a link created from the preset must have a password. The preset stores no password: send a password with each link.',
    ),
  is_default: z.boolean().describe('Whether the web application proposes this preset for new links.'),
  left_out: leftOut.describe(
    'Settings of the preset that are not available at the moment, such as a watermark that the plan does not include.',
  ),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Preset = z.infer<typeof preset>
export const presets = z.array(preset).max(PRESET_LIMITS.max)

const presetName = requiredTextSchema('Please enter a name.', PRESET_LIMITS.name).refine(
  hasNoControlCharacters,
  'Enter a valid name.',
)
const editableFields = {
  settings: presetSettings,
  expires_after_days: expiryDays,
  ask_password: z.boolean(),
  is_default: z.boolean().describe('True: this preset replaces the current default preset.'),
}
export const presetBody = z.object({
  name: presetName,
  settings: editableFields.settings,
  ...z.object(editableFields).partial().omit({ settings: true }).shape,
})
export const presetPatch = z
  .object({ name: presetName, ...editableFields })
  .partial()
  .describe('`settings` replaces all settings of the preset. Existing links do not change.')

/** A problem of a link that the owner should know before sending the link (rules 145 to 147). */
export const finding = z.object({
  kind: z.enum(FINDING_KINDS).describe('Kind of the finding, for programs. `message` explains it.'),
  severity: z
    .enum(SEVERITIES)
    .describe(
      '`problem`: visitors cannot see some images, or can see or download more than the owner intends. `advice`: worth checking. `note`: no action is needed.',
    ),
  count: z.int().describe('Number of images that the finding concerns, or of share links if it concerns settings.'),
  message: z.string().describe('Explanation of the finding for the owner.'),
  image_ids: z
    .array(z.string())
    .max(PREFLIGHT_LIMITS.ids)
    .describe(`IDs of the images that the finding concerns, at most ${PREFLIGHT_LIMITS.ids}.`),
  images: z
    .array(
      z.object({
        id: z.string(),
        filename: z.string(),
        original_filename: z.string(),
        thumbnail_url: z.string().nullable(),
      }),
    )
    .max(PREFLIGHT_LIMITS.shown),
  share_ids: z
    .array(z.string())
    .max(PREFLIGHT_LIMITS.links)
    .describe('IDs of other share links that the finding concerns.'),
  fixes: z.array(z.enum(FINDING_ACTIONS)).describe('Actions of the web application that fix the problem.'),
})
export type Finding = z.infer<typeof finding>
export const preflight = z.object({
  image_count: z.int().describe('Number of images that were checked.'),
  album_id: z
    .string()
    .nullable()
    .describe('ID of the album that was checked. Null: the link shares single images instead of an album.'),
  findings: z
    .array(finding)
    .max(FINDING_KINDS.length)
    .describe('The findings, the most serious first. Empty: no problem was found.'),
})
export type Preflight = z.infer<typeof preflight>

const { expires_at, allow_downloads, watermark, download_sizes } = editShapeIn(linkFields, 'api')
/** Settings to check. Omitted settings have the value of the existing link (`share_id`), or the default of a new link. */
export const preflightBody = z
  .object({
    album_id: z.string().optional(),
    image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).optional(),
    share_id: z.string().optional().describe('ID of an existing link to check.'),
    expires_at,
    time_zone: timeZone,
    allow_downloads,
    watermark,
    download_sizes,
    picks: z.boolean().optional().describe('Whether visitors can pick photos.'),
    password: z
      .enum(['none', 'good', ...PASSWORD_WEAKNESSES])
      .optional()
      .describe('Strength of the password, which the client determines. The password itself is not sent.'),
  })
  .refine(
    ({ album_id: album, image_ids: images, share_id: share }) =>
      [album, images, share].filter(source => source !== undefined).length === 1,
    'album_id, image_ids or share_id',
  )
export type PreflightBody = z.infer<typeof preflightBody>
