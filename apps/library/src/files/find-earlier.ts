import { errors } from '@daymark/contracts'
import type { EntityManager } from 'typeorm'
import { PhotoFile } from './photo-file.entity.ts'

/** EARLIER_NOT_FOUND: nothing took the place of the photo's file, or what it was before was removed. */
export async function findEarlier(em: EntityManager, { id }: { id: string }): Promise<PhotoFile> {
  const file = await em.findOneBy(PhotoFile, { photoId: id, role: 'earlier' })
  if (!file) throw errors.EARLIER_NOT_FOUND()
  return file
}
