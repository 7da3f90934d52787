import { z } from 'zod'
import { WATERMARK_POSITIONS, WATERMARK_RANGES } from '../rules/watermark/settings.ts'
import { success } from './accounts.ts'

const position = z.enum(WATERMARK_POSITIONS)
const { opacity, widthPercent, position: share } = WATERMARK_RANGES
const percent = z.number().min(share.min).max(share.max)

/** Watermark settings (S-WM-09, S-WM-13, rule 41). X and Y determine the place; a position is a name for them. */
export const watermarkConfig = z.object({
  portraitPosition: position,
  landscapePosition: position,
  opacity: z.number().min(opacity.min).max(opacity.max),
  portraitXPercent: percent,
  portraitYPercent: percent,
  landscapeXPercent: percent,
  landscapeYPercent: percent,
  widthPercent: z.number().min(widthPercent.min).max(widthPercent.max),
})
export type WatermarkConfig = z.infer<typeof watermarkConfig>
/** `centre` is accepted and returned as `center`. */
const askedPosition = z.enum([...WATERMARK_POSITIONS, 'centre'])
/** Omitted fields do not change. A position sets X and Y; X or Y without a position sets its name, or `custom`. */
export const watermarkPatch = watermarkConfig
  .extend({ portraitPosition: askedPosition, landscapePosition: askedPosition })
  .partial()
export type WatermarkPatch = z.infer<typeof watermarkPatch>

/** S-WMA-01. `previewUrl`: the logo as a PNG with alpha, for its owner. Null: none. The address changes with the image. */
export const watermarkSettings = z.object({
  exists: z.boolean(),
  previewUrl: z.string().nullable(),
  config: watermarkConfig,
})
export type WatermarkSettings = z.infer<typeof watermarkSettings>
export const removedWatermark = success.extend(watermarkSettings.shape)
export const watermarkPreviewQuery = z.object({
  v: z.string().optional().describe('Which image to show. Used for caching only.'),
})
