import { errors, type Input, media } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { MarkedRows } from './marked-rows.ts'

/** For a ZIP, which is of one version or not begun. */
@Handles(media.listWatermarked)
export class ListWatermarked implements Handler<typeof media.listWatermarked> {
  private readonly rows: MarkedRows
  constructor(rows: MarkedRows) {
    this.rows = rows
  }

  async handle({ ownerId, photoIds, size = 'full' }: Input<typeof media.listWatermarked>) {
    const { version, files } = await this.rows.list(ownerId, photoIds, size)
    if (version === null) throw errors.WATERMARK_NOT_FOUND()
    return { version, files }
  }
}
