import { type AlbumSection, errors } from '@daymark/contracts'
import { idOr } from '@daymark/platform'
import type { Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/find-album.ts'

/** One of the owner's that may have sections: liking puts photos into Favorites, which stay one list. */
export async function divisibleAlbum({ tx, ownerId }: Library, id: string): Promise<Album> {
  const album = await findAlbum(tx.em, id, ownerId)
  if (album.isFavorites) throw errors.FAVORITES_FIXED()
  return album
}
export function sectionOf(album: Album, sectionId: string): AlbumSection {
  const id = idOr(errors.SECTION_NOT_FOUND, sectionId)
  const section = album.sections.find(known => known.id === id)
  if (!section) throw errors.SECTION_NOT_FOUND()
  return section
}
