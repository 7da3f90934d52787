import { type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Watermarked } from './watermarked.ts'

/** For a ZIP, which is of one version or not begun. */
@Handles(media.listWatermarked)
export class ListWatermarked implements Handler<typeof media.listWatermarked> {
  constructor(private readonly watermarked: Watermarked) {}

  handle({ ownerId, photoIds, size = 'full' }: Input<typeof media.listWatermarked>) {
    return this.watermarked.list(ownerId, photoIds, size)
  }
}

/** Who may see it was decided by the caller: by sharing for a visitor, by library for the owner. */
@Handles(media.locateWatermarked)
export class LocateWatermarked implements Handler<typeof media.locateWatermarked> {
  constructor(private readonly watermarked: Watermarked) {}

  handle(wanted: Input<typeof media.locateWatermarked>) {
    return this.watermarked.locate(wanted)
  }
}
