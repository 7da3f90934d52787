import { cards, type Input } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Watermarked } from '../watermark/renditions/watermarked.ts'

/** Rendered and kept as every picture with a mark is: there is no way from here to a card without one. */
@Handles(cards.makeMarkedCard)
export class MakeMarkedCard implements Handler<typeof cards.makeMarkedCard> {
  constructor(private readonly watermarked: Watermarked) {}

  async handle({ ownerId, photoId, x, y }: Input<typeof cards.makeMarkedCard>) {
    const at = { x: Math.round(x), y: Math.round(y) }
    const { key, size } = await this.watermarked.locate({
      ownerId,
      photoId,
      size: `card-${at.x}-${at.y}`,
      card: at,
      orLatest: true,
    })
    return { key, size }
  }
}
