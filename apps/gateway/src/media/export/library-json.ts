import { linkFields, photoFields, presentFields } from '@daymark/contracts'
import { presentCapture } from '../../presenters/library.ts'
import { pathOfEarlierVersion, findSectionAt } from './export-names.ts'
import { type ExportedLibrary, type ExportedFeedback, presentExportedFeedback } from './export-data.ts'

const PHOTOS_PER_CHUNK = 500
const NO_FEEDBACK: ExportedFeedback = { lists: [], photos: [], threads: [], waiting: [] }

/**
 * Generates `library.json`, which contains everything that is not in the photo files (docs/product/export.md): the account, albums with
 * their order, tags, likes, titles, and links without their tokens. The JSON is generated in chunks because a large library has tens of
 * megabytes.
 */
export function* generateLibraryJson(exported: ExportedLibrary): Generator<Buffer> {
  const { photos } = exported
  const head = { format: 'daymark-library', version: 1, ...presentLibraryHead(exported) }
  yield Buffer.from(`${JSON.stringify(head, null, 1).slice(0, -2)},\n "photos": [\n`)
  for (let start = 0; start < photos.length; start += PHOTOS_PER_CHUNK) {
    const photoLines = photos
      .slice(start, start + PHOTOS_PER_CHUNK)
      .map(photo => `  ${JSON.stringify(presentExportedPhoto(photo))}`)
    yield Buffer.from(photoLines.join(',\n') + (start + PHOTOS_PER_CHUNK < photos.length ? ',\n' : '\n'))
  }
  yield Buffer.from(' ]\n}\n')
}

function presentLibraryHead({ account, photos, albums, links, feedbackByLink }: ExportedLibrary) {
  const pathByPhoto = new Map(photos.map(({ id, path }) => [id, path]))
  return {
    account,
    albums: presentExportedAlbums(albums, photos),
    tags: [...new Set(photos.flatMap(photo => photo.tags))].sort(),
    links: links.map(link => ({
      title: link.albumTitle,
      kind: link.kind,
      album_id: link.albumId,
      revoked: link.revoked,
      ...presentLinkSettings(link),
      has_password: link.hasPassword,
      view_count: link.viewCount,
      last_viewed_at: link.lastViewedAt,
      created_at: link.createdAt,
      ...presentExportedFeedback(feedbackByLink.get(link.id) ?? NO_FEEDBACK, id => pathByPhoto.get(id) ?? null),
    })),
  }
}

function presentExportedAlbums(albums: ExportedLibrary['albums'], photos: ExportedLibrary['photos']) {
  const photosByAlbum = new Map<string, { position: number; path: string }[]>(albums.map(({ id }) => [id, []]))
  for (const { path, albums: albumPhotos } of photos)
    for (const { id, position } of albumPhotos) photosByAlbum.get(id)?.push({ position, path })
  return albums.map(({ id, title, description, theme, isFavorites, createdAt, sections = [], captureOrder }) => {
    const albumPhotos = (photosByAlbum.get(id) ?? []).sort((a, b) => a.position - b.position)
    return {
      id,
      title,
      description,
      theme,
      is_favorites: isFavorites,
      created_at: createdAt,
      photos: albumPhotos.map(photo => photo.path),
      ...(captureOrder && { capture_order: captureOrder }),
      sections: sections.map(section => ({
        name: section.name,
        photos: albumPhotos
          .filter(photo => findSectionAt(sections, photo.position) === section)
          .map(photo => photo.path),
      })),
    }
  })
}

/** The settings of a link without its readable address and the hint of its password, which only serve to open the gallery. */
function presentLinkSettings(link: ExportedLibrary['links'][number]) {
  const { slug: _slug, password_hint: _hint, ...settings } = presentFields(linkFields, 'api', link)
  return settings
}

const presentExportedPhoto = (photo: ExportedLibrary['photos'][number]) => ({
  id: photo.id,
  file: photo.path,
  original_filename: photo.name,
  ...presentFields(photoFields, 'api', photo),
  tags: photo.tags,
  albums: photo.albums.map(({ id }) => id),
  taken_at: photo.takenAt,
  capture: presentCapture(photo.capture),
  uploaded_at: photo.uploadedAt,
  width: photo.width,
  height: photo.height,
  size: photo.size,
  sha256: photo.sha256,
  mime_type: photo.mimeType,
  ...(photo.earlier && { earlier_file: pathOfEarlierVersion(photo.path, photo.earlier.name) }),
})
