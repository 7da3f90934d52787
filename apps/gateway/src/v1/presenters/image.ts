import {
  type AlbumView,
  type EarlierFile,
  type http,
  type ManifestPhoto,
  photoFields,
  type PhotoView,
  presentFields,
  type TagView,
  type VariantSize,
} from '@daymark/contracts'
import { presentSections } from '../../presenters/album.ts'
import { earlierUrl, presentCapture, presentReplacement, presentSender, variantUrl } from '../../presenters/photo.ts'

/** S-V1-11. `site` is the public URL without a trailing slash. */
export function presentAlbum(album: AlbumView, { isShared, site }: { isShared: boolean; site: string }): http.v1.Album {
  const { cover } = album
  return {
    id: album.id,
    title: album.title,
    description: album.description,
    image_count: album.photoCount,
    cover_url: cover?.isReady ? site + variantUrl('sm', cover.filename) : null,
    visibility: isShared ? 'shared' : 'private',
    sections: presentSections(album.sections),
    created_at: album.createdAt,
    updated_at: album.updatedAt,
  }
}

export const presentTag = ({ id, label, usageCount }: TagView) => ({ id, label, image_count: usageCount })

type Shown = Pick<PhotoView, 'filename' | 'status'>

/** S-V1-18. `site` is the public URL without a trailing slash. */
export function presentImage(photo: PhotoView, site: string): http.v1.Image {
  const albumIds = photo.albumIds ?? []
  return {
    id: photo.id,
    album_id: albumIds[0] ?? null,
    album_ids: albumIds,
    filename: photo.originalFilename,
    ...presentFields(photoFields, 'v1', photo),
    tags: photo.tags.map(({ label }) => label),
    variants: presentVariants(photo, site),
    metadata: {
      width: photo.width,
      height: photo.height,
      size: photo.size,
      mime_type: photo.mimeType,
      camera: photo.camera ?? null,
      taken_at: photo.takenAt,
      capture: presentCapture(photo.capture),
    },
    processing_status: photo.status,
    created_at: photo.createdAt,
    updated_at: photo.updatedAt,
    ...presentReplacement(photo),
    ...presentSender(photo),
  }
}

export const presentManifestImage = (photo: ManifestPhoto, position: number, site: string): http.v1.ManifestImage => ({
  id: photo.id,
  filename: photo.originalFilename,
  size: photo.size,
  sha256: photo.sha256,
  taken_at: photo.takenAt,
  position,
  section_id: photo.sectionId ?? null,
  variants: presentVariants(photo, site),
})

export function presentEarlierVersion(file: EarlierFile, site: string): http.v1.EarlierVersion {
  const address = (name: string) => site + earlierUrl(file.photoId, name)
  const variant = (size: VariantSize) =>
    file.status === 'completed' ? address(`${size}.jpg`) : STATUS_OF_MISSING[file.status]
  return {
    image_id: file.photoId,
    filename: file.originalFilename,
    sha256: file.sha256,
    variants: { thumbnail: variant('sm'), medium: variant('md'), large: variant('lg'), original: address('original') },
    metadata: {
      ...{ width: file.width, height: file.height, size: file.size, mime_type: file.mimeType },
      taken_at: file.takenAt,
    },
    processing_status: file.status,
    replaced_at: file.replacedAt,
  }
}

/** A variant is a URL (S-V1-38), or its status while there is no picture (S-V1-20). */
function presentVariants({ filename, status }: Shown, site: string): http.v1.Variants {
  const address = (size: VariantSize) => site + variantUrl(size, filename)
  const variant = (size: VariantSize) => (status === 'completed' ? address(size) : STATUS_OF_MISSING[status])
  const original = `${site}/media/originals/${encodeURIComponent(filename)}`
  return { thumbnail: variant('sm'), medium: variant('md'), large: variant('lg'), original }
}
const STATUS_OF_MISSING = { processing: 'pending', failed: 'failed' }
