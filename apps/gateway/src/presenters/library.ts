import {
  type AlbumView,
  cameraIdOf,
  type Capture,
  type CaptureOrderView,
  type EarlierFile,
  type http,
  photoFields,
  type PhotoView,
  presentExif,
  presentFields,
  type TagView,
  type TrashedLink,
  type TrashedPhoto,
  type TrashedItem,
  type VariantSize,
  DAY_MS,
} from '@daymark/contracts'

/** rule 136: null if the file has no capture time. */
export function presentCapture(capture: Capture | undefined): http.Capture | null {
  if (capture?.time === undefined) return null
  const { time, offset = null, gpsOffset = null } = capture
  return { time, offset, gps_offset: gpsOffset, camera_id: cameraIdOf(capture) }
}

export const presentCaptureOrder = (view: CaptureOrderView): http.AlbumCaptureOrder => ({
  keep: view.keep,
  usual_offset: view.usualOffset,
  without_time: view.withoutTime,
  cameras: view.cameras.map(camera => ({
    id: camera.id,
    name: camera.name,
    serial_end: camera.serialEnd,
    image_count: camera.photoCount,
    first: camera.first,
    last: camera.last,
    usual_offset: camera.usualOffset,
    correction_ms: camera.correctionMs,
    image_ids: camera.photoIds,
  })),
})

export const toCaptureOrderInput = (id: string, { cameras = [], keep, order = true }: http.CaptureOrderBody) => ({
  id,
  keep,
  order,
  clocks: cameras.map(camera => ({ cameraId: camera.id, correctionMs: camera.correction_ms })),
})

/** The URL of a file of the earlier version. `name`: sm.jpg, md.jpg, lg.jpg or original. */
export const earlierFileUrl = (photoId: string, name: string): string => `/media/earlier/${photoId}/${name}`

export function presentEarlierFile(file: EarlierFile): http.EarlierVersion {
  const fileUrl = (name: string) => (file.status === 'completed' ? earlierFileUrl(file.photoId, name) : null)
  return {
    original_filename: file.originalFilename,
    size: file.size,
    mime_type: file.mimeType,
    original_format: file.originalFormat,
    width: file.width,
    height: file.height,
    placeholder: file.placeholder,
    taken_at: file.takenAt,
    replaced_at: file.replacedAt,
    processing_status: file.status,
    url: fileUrl('lg.jpg'),
    thumbnail_url: fileUrl('sm.jpg'),
    download_url: earlierFileUrl(file.photoId, 'original'),
  }
}

/** URLs of variants contain the stored name with `.jpg` instead of its extension (L-MEDIA-01). */
export const removeExtension = (filename: string): string => filename.replace(/\.[^.]+$/, '')
export const variantUrl = (size: VariantSize, filename: string): string =>
  `/media/variants/${size}/${encodeURIComponent(removeExtension(filename))}.jpg`

export function presentPhoto(photo: PhotoView): http.Image {
  return {
    id: photo.id,
    filename: photo.filename,
    original_filename: photo.originalFilename,
    ...presentFields(photoFields, 'api', photo),
    tags: photo.tags,
    exif_data: presentExif(photo.exif),
    original_format: photo.originalFormat,
    file_extension: photo.fileExtension,
    creation_tool: photo.creationTool,
    mime_type: photo.mimeType,
    size: photo.size,
    width: photo.width,
    height: photo.height,
    orientation: photo.orientation,
    url: variantUrl('lg', photo.filename),
    thumbnail_url: variantUrl('sm', photo.filename),
    placeholder: photo.placeholder,
    processing_status: photo.status,
    processing_error: photo.error,
    ...(photo.sectionId !== undefined && { section_id: photo.sectionId }),
    taken_at: photo.takenAt,
    capture: presentCapture(photo.capture),
    created_at: photo.createdAt,
    updated_at: photo.updatedAt,
    ...presentReplacement(photo),
    ...presentSender(photo),
  }
}

/** Empty unless the file of the photo was replaced or is being replaced. */
export function presentReplacement({ replacement }: PhotoView): { replacement?: http.Replacement } {
  if (!replacement) return {}
  const { status, error, replacedAt, hasEarlier } = replacement
  return { replacement: { status, error, replaced_at: replacedAt, has_earlier_version: hasEarlier } }
}

/** Empty unless a guest uploaded the photo. */
export const presentSender = ({ sentBy }: PhotoView): { sent_by?: string } => (sentBy ? { sent_by: sentBy } : {})

const EMPTY_TRASH_FIELDS = {
  image_count: null,
  view_count: null,
  thumbnail_url: null,
  placeholder: null,
  width: null,
  height: null,
}
type DeletedItem = { id: string; deletedAt: string }

export const presentTrashedPhoto = (photo: TrashedPhoto, days: number): http.TrashItem => ({
  ...EMPTY_TRASH_FIELDS,
  ...presentDeletion(photo, days),
  name: photo.title || photo.originalFilename,
  thumbnail_url: photo.isReady ? `/media/trash/sm/${encodeURIComponent(removeExtension(photo.filename))}.jpg` : null,
  placeholder: photo.placeholder,
  width: photo.width,
  height: photo.height,
})
export const presentTrashedItem = (item: TrashedItem, days: number): http.TrashItem => ({
  ...EMPTY_TRASH_FIELDS,
  ...presentDeletion(item, days),
  name: item.name,
  image_count: item.photos,
})
export const presentTrashedLink = (link: TrashedLink, days: number): http.TrashItem => ({
  ...EMPTY_TRASH_FIELDS,
  ...presentDeletion(link, days),
  name: link.name,
  view_count: link.views,
})

const presentDeletion = ({ id, deletedAt }: DeletedItem, days: number) => ({
  id,
  deleted_at: deletedAt,
  purged_at: new Date(Date.parse(deletedAt) + days * DAY_MS).toISOString(),
})

export type AlbumPage = { album: AlbumView; photos: PhotoView[]; total: number; limit: number; offset: number }

export function presentAlbum(album: AlbumView, isShared: boolean): http.Album {
  const cover = album.cover ? variantUrl('sm', album.cover.filename) : null
  return {
    id: album.id,
    title: album.title,
    description: album.description,
    visibility: isShared ? 'shared' : 'private',
    theme: album.theme,
    is_favorites: album.isFavorites,
    image_count: album.photoCount,
    cover_image: cover,
    cover_url: cover,
    cover_placeholder: album.cover?.placeholder ?? null,
    cover_image_id: album.header.photoId,
    cover_x: album.header.x,
    cover_y: album.header.y,
    header_layout: album.header.layout,
    sections: presentSections(album.sections),
    created_at: album.createdAt,
    updated_at: album.updatedAt,
  }
}

type SectionFields = { id: string; name: string; photoCount: number }
/** rule 114: owners, visitors and the public API receive the same fields. */
export const presentSections = (sections: SectionFields[] = []): http.Section[] =>
  sections.map(({ id, name, photoCount }) => ({ id, name, image_count: photoCount }))

/** rule 22: the response contains the same fields at the top level and under `album`. */
export function presentAlbumPage(
  { album, photos, total, limit, offset }: AlbumPage,
  isShared: boolean,
): http.AlbumDetail {
  const albumFields = presentAlbum(album, isShared)
  const images = photos.map(presentPhoto)
  const waitingCount = album.waiting ? { waiting_count: album.waiting } : {}
  return { ...albumFields, ...waitingCount, images, total, limit, offset, album: { ...albumFields, images } }
}

export const presentTag = ({ id, label, usageCount }: TagView): http.Tag => ({ id, label, usage_count: usageCount })
