import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { partsOf } from '../../../domain/albums/album-parts.ts'

/** An item in the order of an album: a photo or a section heading. */
export type Item = { id: string; photo: Photo | null; heading: string }

const itemOf = (photo: Photo): Item => ({ id: photo.id, photo, heading: '' })

export const itemsOf = (album: AlbumWithPhotos): Item[] =>
  partsOf(album).flatMap(({ section, photos }) => [
    ...(section ? [{ id: section.id, photo: null, heading: section.name }] : []),
    ...photos.map(itemOf),
  ])

export const itemName = ({ photo, heading }: Item) => (photo ? photoName(photo) : `Section ${heading}`)
