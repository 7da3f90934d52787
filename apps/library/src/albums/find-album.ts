import { errors } from '@daymark/contracts'
import { idOr } from '@daymark/platform'
import type { EntityManager } from 'typeorm'
import { Album } from './album.entity.ts'

/** Ownership is in the query: someone else's album is no album. */
export async function findAlbum(em: EntityManager, id: string, ownerId: string): Promise<Album> {
  const album = await em.findOneBy(Album, { id: idOr(errors.ALBUM_NOT_FOUND, id), ownerId })
  if (!album) throw errors.ALBUM_NOT_FOUND()
  return album
}
export const findFavorites = (em: EntityManager, ownerId: string): Promise<Album> =>
  em.findOneByOrFail(Album, { ownerId, isFavorites: true })
