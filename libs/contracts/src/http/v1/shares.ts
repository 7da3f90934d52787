import { z } from 'zod'
import { firstLookBody, firstLookSettings } from '../first-look.ts'
import { success } from '../accounts.ts'
import { leftOut } from '../presets.ts'
import { timeZone } from '../shares.ts'
import { page, paging, time } from './fields.ts'

/** S-V1-25. */
export const share = z.object({
  id: z.uuid(),
  album_id: z.uuid(),
  token: z.string(),
  public_url: z.url(),
  allow_download: z.boolean(),
  watermark: z.boolean(),
  has_password: z.boolean(),
  first_look: firstLookSettings.nullable().describe('visitors are told that more is coming; null: it is complete'),
  revoked: z.boolean(),
  expires_at: time.nullable(),
  view_count: z.int(),
  last_viewed_at: time.nullable(),
  created_at: time,
  updated_at: time.describe('when you changed it last'),
})
export type Share = z.infer<typeof share>
export const createdShare = share.extend({
  left_out: leftOut.optional().describe('of the preset: what the link could not be given, and why'),
})
export type CreatedShare = z.infer<typeof createdShare>
export const shareQuery = z.object({ album_id: z.string().optional(), ...paging })
export const shareList = z.object({ shares: z.array(share), ...page })

const fields = {
  allow_download: z.boolean().optional(),
  expires_at: z.string().nullish().describe('YYYY-MM-DD or ISO time; empty or null: never'),
  time_zone: timeZone,
  watermark: z.boolean().optional(),
  password: z.string().max(200).nullish().describe('never answered; empty or null: none'),
  first_look: firstLookBody
    .nullish()
    .describe('more images are coming; null: nothing is said of that, and nobody is told'),
}
export const shareBody = z.object({
  album_id: z.string(),
  preset_id: z
    .string()
    .optional()
    .describe('settings to begin with (`GET /v1/presets`); what stands beside it counts more'),
  ...fields,
  allow_download: fields.allow_download.describe('default: as the preset says, else true'),
})
export const sharePatch = z.object(fields)
export const completedShare = success.extend({ told: z.int().describe('addresses of visitors to which a mail goes') })
