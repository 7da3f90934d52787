import { z } from 'zod'
import { MAX_WATERMARK_TEXT } from '../limits.ts'
import { success } from './accounts.ts'

/** Named places, for whoever does not think in percent. `custom`: X and Y are none of them. */
export const WATERMARK_POSITIONS = [
  'center',
  'top-left',
  'top',
  'top-right',
  'left',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
  'custom',
] as const
const position = z.enum(WATERMARK_POSITIONS)
export type WatermarkPosition = z.infer<typeof position>
const percent = z.number().min(0).max(100)

/** How a watermark is put on pictures (S-WM-09, S-WM-13, rule 41). X and Y decide; a position is a name for them. */
export const watermarkConfig = z.object({
  portraitPosition: position,
  landscapePosition: position,
  opacity: z.number().min(0).max(1),
  portraitXPercent: percent,
  portraitYPercent: percent,
  landscapeXPercent: percent,
  landscapeYPercent: percent,
  widthPercent: z.number().min(5).max(50),
})
export type WatermarkConfig = z.infer<typeof watermarkConfig>
/** S-WM-13. */
export const WATERMARK_DEFAULTS: WatermarkConfig = {
  portraitPosition: 'center',
  landscapePosition: 'center',
  opacity: 0.35,
  portraitXPercent: 50,
  portraitYPercent: 50,
  landscapeXPercent: 50,
  landscapeYPercent: 50,
  widthPercent: 20,
}
/** `centre` is understood, and answered as `center`. */
const asked = z.enum([...WATERMARK_POSITIONS, 'centre'])
/**
 * What is left out stays. A position without its X and Y moves them there; X or Y without the position gives it the name of the
 * place, or `custom`.
 */
export const watermarkPatch = watermarkConfig.extend({ portraitPosition: asked, landscapePosition: asked }).partial()
export type WatermarkPatch = z.infer<typeof watermarkPatch>

/** S-WMA-01. `previewUrl`: the logo as a PNG with alpha, for its owner; null: none exists. Another image has another address. */
export const watermarkSettings = z.object({
  exists: z.boolean(),
  previewUrl: z.string().nullable(),
  config: watermarkConfig,
})
export type WatermarkSettings = z.infer<typeof watermarkSettings>
export const removedWatermark = success.extend(watermarkSettings.shape)
/** Who has no logo types a name. */
export const watermarkTextBody = z.object({ text: z.string().trim().min(1).max(MAX_WATERMARK_TEXT) })
export const watermarkPreviewQuery = z.object({ v: z.string().optional().describe('which image; only for caches') })
