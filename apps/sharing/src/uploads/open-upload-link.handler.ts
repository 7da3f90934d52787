import { sharing, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { UploadDoors } from './upload-doors.ts'

@Handles(sharing.openUploadLink)
export class OpenUploadLink implements Handler<typeof sharing.openUploadLink> {
  constructor(private readonly doors: UploadDoors) {}

  async handle({ key, ...proof }: Input<typeof sharing.openUploadLink>) {
    const link = await this.doors.enter(proof)
    const { id: linkId, ownerId, albumId, title, greeting, approve, sectionId, maxPhotos, maxPhotosPerGuest } = link
    const bytes = link.maxBytes === null ? null : Number(link.maxBytes)
    return {
      ...{ linkId, ownerId, albumId, title, greeting, approve, sectionId },
      limits: { photos: maxPhotos, photosPerGuest: maxPhotosPerGuest, bytes },
      expiresAt: link.expiresAt?.toISOString() ?? null,
      guest: await this.doors.guest(link, key),
    }
  }
}
