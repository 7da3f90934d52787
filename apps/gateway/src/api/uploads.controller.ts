import type { Actor as ActorType, http } from '@daymark/contracts'
import { Controller, Get, Param } from '@nestjs/common'
import { presentPhoto } from '../presenters/photo.ts'
import { Actor } from '../session/session.guard.ts'
import { Uploads } from '../upload/uploads.ts'

/** Uploads that broke off, by their Idempotency-Key; they are sent, and go on, with POST /api/images. */
@Controller('api/uploads')
export class UploadsController {
  private readonly uploads: Uploads
  constructor(uploads: Uploads) {
    this.uploads = uploads
  }

  @Get(':key')
  async progress(@Actor() actor: ActorType, @Param('key') key: string): Promise<http.UploadProgress> {
    const { offset, photo } = await this.uploads.progress(key, actor)
    return { offset, image: photo && presentPhoto(photo) }
  }
}
