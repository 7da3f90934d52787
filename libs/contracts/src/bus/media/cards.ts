import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { focus } from '../../http/albums.ts'

/** Preview image of a link for messengers and social networks. */
export const CARD = { width: 1200, height: 630, maxBytes: 300 * 1000 } as const

const cardRequest = z.object({ ownerId: id, photoId: id, x: focus, y: focus })
const card = z.object({ key: z.string(), size: z.number().int() })

export const cards = {
  /** A crop of the photo around a point, without a watermark. Rendered once and stored. PHOTO_NOT_FOUND: no rendition exists. */
  makeCard: rpc('media.cards.make', cardRequest, card),
  /**
   * The same with the watermark of the owner. A separate call, so that an omitted parameter never produces an image without watermark.
   * Errors as `media.watermarked.locate`.
   */
  makeMarkedCard: rpc('media.cards.make-marked', cardRequest, card),
}
