import { z } from 'zod'
import { subscriptionView } from '../billing/rpc.ts'
import { id, rpc } from '../define.ts'
import { watermarkConfig, watermarkPatch } from '../../http/watermark.ts'
import { MAX_SCALED_PER_CALL, SCALED_SIZES, VARIANT_SIZES } from '../../rules/limits.ts'
import { rendition } from './events.ts'

/** An owner's watermark. `image`: the logo as a PNG with alpha; null: none. */
export const watermarkView = z.object({
  image: rendition.nullable(),
  config: watermarkConfig,
  revision: z.number().int().describe('Increases by one with every change. 0: never set.'),
})
export type WatermarkView = z.infer<typeof watermarkView>

/** What the gateway asked of billing a moment ago: who may have a watermark is decided by what is bought now (rule 12). */
const plan = subscriptionView
/** The file that a visitor would download of the photo if the link had no watermark; for `full` alone. */
const source = z.object({ key: z.string(), size: z.number().int() })
const wanted = { photoId: id, source: source.optional() }

export const media = {
  /** The caller's own. */
  getWatermark: rpc('media.watermarks.get', z.object({}), watermarkView),
  /** `key` is an object that the gateway stored and removes afterwards. PLAN_REQUIRED; IMAGE_UNREADABLE, IMAGE_TOO_LARGE. */
  setWatermarkImage: rpc(
    'media.watermarks.set-image',
    z.object({ key: z.string(), size: z.number().int(), plan }),
    watermarkView,
  ),
  /** What is left out stays. PLAN_REQUIRED. */
  updateWatermark: rpc('media.watermarks.update', z.object({ config: watermarkPatch, plan }), watermarkView),
  /** The config stays; so does what was rendered (rule 40). */
  removeWatermark: rpc('media.watermarks.remove', z.object({}), watermarkView),
  /**
   * A photo with its owner's watermark, rendered when it is first requested. Access was checked before. Without the watermark image or
   * the plan this is, with `orLatest`, the latest rendition of whatever version (rule 40). PHOTO_NOT_FOUND; WATERMARK_NOT_FOUND: there never was a
   * watermark; PLAN_REQUIRED, WATERMARK_UNAVAILABLE: it was not rendered before and cannot be rendered; UNAVAILABLE: not now.
   */
  locateWatermarked: rpc(
    'media.watermarked.locate',
    z.object({
      ownerId: id,
      ...wanted,
      size: z.enum([...VARIANT_SIZES, ...SCALED_SIZES, 'full']),
      orLatest: z.boolean().optional().describe('For visitors.'),
    }),
    rendition.extend({ version: z.string() }),
  ),
  /** Which of these are rendered, at full size or another that is downloaded, with the current version or as `locateWatermarked` answers. */
  listWatermarked: rpc(
    'media.watermarked.list',
    z.object({
      ownerId: id,
      photoIds: z.array(id).max(1000),
      size: z
        .enum([...SCALED_SIZES, 'full'])
        .optional()
        .describe('Default: full.'),
    }),
    z.object({ version: z.string(), files: z.array(rendition.nullable()) }),
  ),
  /**
   * Photos of one owner as JPEGs whose long edge has so many pixels, never enlarged: a smaller photo is its large variant. They are
   * made when they are first asked for. Answers after some two seconds with those that are there, so that the caller asks again
   * for the rest; PHOTO_NOT_FOUND when one of them is not to be had. Access was decided before, and that no mark is needed.
   */
  scalePhotos: rpc(
    'media.photos.scale',
    z.object({ ownerId: id, photoIds: z.array(id).max(MAX_SCALED_PER_CALL), size: z.enum(SCALED_SIZES) }),
    z.object({ ready: z.array(z.object({ photoId: id, rendition })) }),
  ),
}
