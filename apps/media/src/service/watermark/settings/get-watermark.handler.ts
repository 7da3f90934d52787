import { type Actor, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { viewOf, Watermarks } from './watermarks.ts'

@Handles(media.getWatermark)
export class GetWatermark implements Handler<typeof media.getWatermark> {
  constructor(private readonly watermarks: Watermarks) {}

  async handle(_input: Input<typeof media.getWatermark>, actor: Actor) {
    return viewOf(await this.watermarks.of(actor))
  }
}
