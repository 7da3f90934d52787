import { IsNull, type EntityManager } from 'typeorm'
import { Photo } from '../photos/photo.entity.ts'
import { PhotoFile } from './photo-file.entity.ts'

/** `file`: the one that is meant, where it is not the one that the photo shows. */
export type KnownFile = { photo: Photo; file: PhotoFile | null }

/** What media speaks of: it knows files, of which that of an upload has the id of its photo. Null: there is none any more. */
export async function findFile(em: EntityManager, id: string, ownerId: string): Promise<KnownFile | null> {
  const uploaded = await em.findOneBy(Photo, { id, ownerId, fileId: IsNull() })
  if (uploaded) return { photo: uploaded, file: null }
  const file = await em.findOneBy(PhotoFile, { id, ownerId })
  const photo = await em.findOneBy(Photo, file ? { id: file.photoId, ownerId } : { fileId: id, ownerId })
  return photo && { photo, file }
}
