import type { http, PhotoView, VariantSize } from '@daymark/contracts'
import { presentCapture } from './captures.ts'
import { presentExif } from './exif.ts'

/** Media addresses are built from the stored name; variants have its extension replaced by .jpg (L-MEDIA-01). */
export const stemOf = (filename: string): string => filename.replace(/\.[^.]+$/, '')
export const variantUrl = (size: VariantSize, filename: string): string =>
  `/media/variants/${size}/${encodeURIComponent(stemOf(filename))}.jpg`

export function presentPhoto(photo: PhotoView): http.Image {
  return {
    id: photo.id,
    filename: photo.filename,
    original_filename: photo.originalFilename,
    title: photo.title,
    caption: photo.caption,
    is_favorite: photo.isFavorite,
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

/** Only of a photo whose file was replaced, or is to be: of all others there is nothing to say. */
export function presentReplacement({ replacement }: PhotoView): { replacement?: http.Replacement } {
  if (!replacement) return {}
  const { status, error, replacedAt, hasEarlier } = replacement
  return { replacement: { status, error, replaced_at: replacedAt, has_earlier_version: hasEarlier } }
}

/** Only of a photo that a guest sent. */
export const presentSender = ({ sentBy }: PhotoView): { sent_by?: string } => (sentBy ? { sent_by: sentBy } : {})
