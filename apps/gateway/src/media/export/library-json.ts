import type { Exported } from './exported.ts'

/** What stands in no file: albums with their order, tags, likes, titles, and the links without what opens them. */
export function libraryJson({ photos, albums, links }: Exported): Buffer {
  const members = Map.groupBy(
    photos.flatMap(({ path, albums: places }) => places.map(({ id, position }) => ({ id, position, path }))),
    place => place.id,
  )
  const ordered = (id: string) =>
    (members.get(id) ?? []).sort((a, b) => a.position - b.position).map(place => place.path)
  const content = {
    format: 'daymark-library',
    version: 1,
    albums: albums.map(({ id, title, description, theme, isFavorites, createdAt }) => ({
      ...{ id, title, description, theme, is_favorites: isFavorites, created_at: createdAt },
      photos: ordered(id),
    })),
    tags: [...new Set(photos.flatMap(photo => photo.tags))].sort(),
    links: links.map(link => ({
      ...{ title: link.albumTitle, kind: link.kind, album_id: link.albumId, revoked: link.revoked },
      ...{ expires_at: link.expiresAt, allow_downloads: link.allowDownloads, watermark: link.watermark },
      ...{ show_titles: link.showTitles, created_at: link.createdAt },
    })),
    photos: photos.map(photo => ({
      ...{ id: photo.id, file: photo.path, original_filename: photo.name, title: photo.title, caption: photo.caption },
      ...{ is_favorite: photo.liked, tags: photo.tags, albums: photo.albums.map(({ id }) => id) },
      ...{ taken_at: photo.takenAt, uploaded_at: photo.uploadedAt, width: photo.width, height: photo.height },
      ...{ size: photo.size, sha256: photo.sha256, mime_type: photo.mimeType },
    })),
  }
  return Buffer.from(JSON.stringify(content, null, 1))
}
