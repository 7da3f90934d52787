import { downloadName, errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { findPhoto } from '../photos/find-photo.ts'
import { findEarlier } from './find-earlier.ts'

@Handles(library.locateEarlierFile)
export class LocateEarlierFile implements Handler<typeof library.locateEarlierFile> {
  constructor(private readonly db: Database) {}

  async handle({ id, size: wanted }: Input<typeof library.locateEarlierFile>, { userId }: Actor) {
    const photo = await findPhoto(this.db.em, id, userId)
    const { originalFilename, variants, ...file } = await findEarlier(this.db.em, photo)
    const isOriginal = wanted === 'original'
    const found = isOriginal ? { ...file, key: file.objectKey } : variants?.[wanted]
    if (!found) throw errors.PHOTO_NOT_FOUND()
    const { key, size, sha256 } = found
    const mimeType = isOriginal ? file.mimeType : 'image/jpeg'
    return { photoId: photo.id, key, size, sha256, mimeType, downloadName: downloadName(originalFilename, mimeType) }
  }
}
