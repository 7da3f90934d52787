import { type Asked, routes } from '@daymark/contracts'
import { Controller } from '@nestjs/common'
import { presentPhoto } from '../../presenters/photo.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Uploads } from '../../upload/uploads.ts'

/** Uploads that broke off, by their Idempotency-Key; they are sent, and go on, with POST /api/images. */
@Controller()
export class UploadsController {
  constructor(private readonly uploads: Uploads) {}

  @Serves(routes.getUpload)
  async progress({ params: { key } }: Asked<typeof routes.getUpload>, { actor }: Caller) {
    const { offset, photo } = await this.uploads.progress(key, actor)
    return { offset, image: photo && presentPhoto(photo) }
  }
}
