import { AppError } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { Watermarked } from './watermarked.ts'

/** What a gallery shows first: its tiles, and what a phone opens. The large ones wait for somebody who wants them. */
const SIZES = ['sm', 'md'] as const

/** Renders before visitors ask, one picture at a time, taking turns with uploads. */
@Injectable()
export class WarmUp {
  constructor(private readonly watermarked: Watermarked) {}

  async render(ownerId: string, photoIds: string[]): Promise<void> {
    for (const photoId of photoIds)
      for (const size of SIZES)
        await this.watermarked.locate({ ownerId, photoId, size, turn: 'warm-up' }).catch(leaveIt)
  }
}

/** What cannot be rendered, or not any more, is nobody's loss: whoever asks for it hears why. */
function leaveIt(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
