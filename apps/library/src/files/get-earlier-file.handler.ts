import { library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findPhoto } from '../photos/find-photo.ts'
import { findEarlier } from './find-earlier.ts'

/** For the owner alone; no link and no gallery knows of it. */
@Handles(library.getEarlierFile)
export class GetEarlierFile implements Handler<typeof library.getEarlierFile> {
  constructor(private readonly db: Database) {}

  async handle({ id }: Input<typeof library.getEarlierFile>, { userId }: Actor) {
    const photo = await findPhoto(this.db.em, id, userId)
    const file = await findEarlier(this.db.em, photo)
    const { originalFilename, size, sha256, mimeType, format, width, height, placeholder, status, error, takenAt } =
      file
    return {
      ...{ photoId: photo.id, originalFilename, size, sha256, mimeType, originalFormat: format, width, height },
      ...{ placeholder, status, error },
      takenAt: takenAt?.toISOString() ?? null,
      replacedAt: file.createdAt.toISOString(),
    }
  }
}
