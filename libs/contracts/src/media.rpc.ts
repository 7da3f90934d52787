import { z } from 'zod'
import { id, rpc } from './define.ts'
import { MAX_SCALED_PER_CALL, SCALED_SIZES } from './limits.ts'
import { rendition } from './media.events.ts'

export const media = {
  /**
   * Photos of one owner as JPEGs whose long edge has so many pixels, never enlarged: a smaller photo is its large variant. They are
   * made when they are first asked for. Answers after some two seconds with those that are there, so that the caller asks again
   * for the rest; PHOTO_NOT_FOUND when one of them is not to be had. Access was decided before: only the gateway asks.
   */
  scalePhotos: rpc(
    'media.photos.scale',
    z.object({ ownerId: id, photoIds: z.array(id).max(MAX_SCALED_PER_CALL), size: z.enum(SCALED_SIZES) }),
    z.object({ ready: z.array(z.object({ photoId: id, rendition })) }),
  ),
}
