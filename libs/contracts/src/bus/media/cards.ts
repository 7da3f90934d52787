import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { focus } from '../../http/albums.ts'

/** The picture of a link's card, as the places where links are shown want it. */
export const CARD = { width: 1200, height: 630, maxBytes: 300 * 1000 } as const

const wanted = z.object({ ownerId: id, photoId: id, x: focus, y: focus })
const made = z.object({ key: z.string(), size: z.number().int() })

export const cards = {
  /** A part of the photo around a point, without a watermark; made once and stored. PHOTO_NOT_FOUND: there is nothing to show of it. */
  makeCard: rpc('media.cards.make', wanted, made),
  /**
   * The same with the owner's mark on it. A call of its own, so that nobody who does not know of marks makes one without. Errors as
   * `media.watermarked.locate`.
   */
  makeMarkedCard: rpc('media.cards.make-marked', wanted, made),
}
