import { z } from 'zod'
import { focus } from '../../http/library/albums.ts'
import { watermarkConfig, watermarkPatch } from '../../http/sites.ts'
import { MAX_SCALED_PHOTOS_PER_CALL, SCALED_SIZES, VARIANT_SIZES } from '../../rules/limits.ts'
import { subscriptionView } from '../billing/subscriptions.ts'
import { event, id, rpc } from '../define.ts'
import { rendition, type Rendition } from './events.ts'

/** Watermark of an owner. `image`: the logo as a PNG with alpha. Null: the owner has no logo. */
const watermarkView = z.object({
  image: rendition.nullable(),
  config: watermarkConfig,
  revision: z.number().int().describe('Increases by one with every change. 0: never set.'),
})
export type WatermarkView = z.infer<typeof watermarkView>

/** Current subscription of the owner, which determines whether they may use a watermark (rule 12). The gateway reads it before the call. */
const currentPlan = subscriptionView
/** The file that visitors would download without a watermark. Needed only for the size `full`. */
const downloadSource = z.object({ key: z.string(), size: z.number().int() })
const photoSource = { photoId: id, source: downloadSource.optional() }

export const media = {
  /** Returns the watermark of the caller. */
  getWatermark: rpc('media.watermarks.get', z.object({}), watermarkView),
  /** `key`: the uploaded file, which the gateway deletes afterwards. Throws PLAN_REQUIRED, IMAGE_UNREADABLE, IMAGE_TOO_LARGE. */
  setWatermarkImage: rpc(
    'media.watermarks.set-image',
    z.object({ key: z.string(), size: z.number().int(), plan: currentPlan }),
    watermarkView,
  ),
  /** Omitted fields do not change. Throws PLAN_REQUIRED. */
  updateWatermark: rpc(
    'media.watermarks.update',
    z.object({ config: watermarkPatch, plan: currentPlan }),
    watermarkView,
  ),
  /** Removes the image. Settings and existing renditions stay (rule 40). */
  removeWatermark: rpc('media.watermarks.remove', z.object({}), watermarkView),
  /**
   * Returns a photo with the watermark of its owner, rendered on the first request. Access has been checked. `orLatest`: if the owner no
   * longer has the watermark image or the plan, returns the latest existing rendition (rule 40). Throws PHOTO_NOT_FOUND; WATERMARK_NOT_FOUND
   * if the owner never had a watermark; PLAN_REQUIRED or WATERMARK_UNAVAILABLE if the photo cannot be rendered; UNAVAILABLE if it cannot be
   * rendered at the moment.
   */
  locateWatermarked: rpc(
    'media.watermarked.locate',
    z.object({
      ownerId: id,
      ...photoSource,
      size: z.enum([...VARIANT_SIZES, ...SCALED_SIZES, 'full']),
      orLatest: z.boolean().optional().describe('True for visitors.'),
    }),
    rendition.extend({ version: z.string() }),
  ),
  /** Returns the existing watermarked renditions of these photos in one size. Null: `locateWatermarked` would have to render the photo. */
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
   * Returns JPEGs of photos of one owner with the given long edge, rendered on the first request. Photos are never enlarged: for a smaller
   * photo, the large variant is returned. After about two seconds, returns the finished photos; the caller repeats the call for the remaining
   * photos. Throws PHOTO_NOT_FOUND if a photo cannot be rendered. The caller has checked access and that the link has no watermark.
   */
  scalePhotos: rpc(
    'media.photos.scale',
    z.object({ ownerId: id, photoIds: z.array(id).max(MAX_SCALED_PHOTOS_PER_CALL), size: z.enum(SCALED_SIZES) }),
    z.object({ ready: z.array(z.object({ photoId: id, rendition })) }),
  ),
}

const cardRequest = z.object({ ownerId: id, photoId: id, x: focus, y: focus })
/** Location of the image in the object store. */
const cardImage = z.object({ key: z.string(), size: z.number().int() })

/** Preview images of links for messengers and social networks. */
export const cards = {
  /** Crops the photo around the point `x`, `y`, without a watermark, and stores the result. Throws PHOTO_NOT_FOUND if no rendition exists. */
  makeCard: rpc('media.cards.make', cardRequest, cardImage),
  /**
   * As `makeCard`, with the watermark of the owner. A separate call instead of a parameter, so that a caller who forgets the parameter does
   * not get an image without a watermark. Throws the errors of `locateWatermarked`.
   */
  makeMarkedCard: rpc('media.cards.make-marked', cardRequest, cardImage),
}

const logoFile = z.object({ logo: rendition.nullable() })

/** The logo of a studio, converted to PNG (rule 71). */
export const studioLogos = {
  /** Returns the logo of any owner: the caller has checked access. */
  getStudioLogo: rpc('media.studio-logos.get', z.object({ ownerId: id }), logoFile),
  /** `key`: the uploaded file, which the gateway deletes afterwards. Throws PLAN_REQUIRED, IMAGE_UNREADABLE, IMAGE_TOO_LARGE. */
  setStudioLogo: rpc(
    'media.studio-logos.set',
    z.object({ key: z.string(), size: z.number().int(), plan: subscriptionView }),
    logoFile,
  ),
  removeStudioLogo: rpc('media.studio-logos.remove', z.object({}), logoFile),
}

/** Version and size of a logo. */
const studioLogo = z.object({ version: z.string(), width: z.number().int(), height: z.number().int() })
export type StudioLogo = z.infer<typeof studioLogo>
export const toStudioLogo = ({ sha256, width, height }: Rendition): StudioLogo => ({
  version: sha256.slice(0, 12),
  width,
  height,
})
/** The logo of a studio changed. Subscribers store the state with the newest `revision`. `logo` null: removed. */
export const studioLogoChanged = event(
  'media.studio-logo.changed.v1',
  z.object({ ownerId: id, revision: z.number().int().optional(), logo: studioLogo.nullish() }),
  { priority: 'urgent' },
)
