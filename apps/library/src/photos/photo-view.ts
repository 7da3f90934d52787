import type { http, PhotoView } from '@daymark/contracts'
import type { z } from 'zod'
import { CAPTURE, columnsOf, type PhotoRow } from './photo-columns.ts'

export type PhotoTag = z.infer<typeof http.imageTag>

const VIEWED = [
  ...(['id', 'filename', 'originalFilename', 'title', 'caption', 'isFavorite', 'exif', 'creationTool'] as const),
  ...(['mimeType', 'size', 'width', 'height', 'orientation', 'placeholder', 'status', 'error'] as const),
  ...(['format', 'extension', 'takenAt', 'createdAt', 'updatedAt'] as const),
  ...(['replacedAt', 'replacement', 'replacementError', 'hasEarlier', 'sentBy'] as const),
] as const
export type ViewedPhoto = PhotoRow<(typeof VIEWED)[number] | 'capture'> & { camera?: string | null }
const viewed = (names: readonly (typeof VIEWED)[number][]): string => `${columnsOf(names)}, ${CAPTURE} AS capture`
const [FULL, BRIEF] = [viewed(VIEWED), viewed(VIEWED.filter(name => name !== 'exif'))]
/** `brief`: the camera instead of the EXIF; `whole`: both. */
export const COLUMNS = {
  full: FULL,
  brief: `${BRIEF}, '{}'::jsonb AS exif, p.camera`,
  whole: `${FULL}, p.camera`,
}
export type Extent = keyof typeof COLUMNS

/** A photo as the rest of the product sees it; camera and albums where somebody asked for them. */
export function photoView(photo: ViewedPhoto, tags: PhotoTag[], albumIds?: string[]): PhotoView {
  const { id, filename, originalFilename, title, caption, isFavorite, exif, creationTool, mimeType, size } = photo
  const { width, height, orientation, placeholder, status, error } = photo
  return {
    ...{ id, filename, originalFilename, title, caption, isFavorite, tags, exif, creationTool, mimeType, size },
    ...{ width, height, orientation, placeholder, status, error },
    ...(albumIds && { albumIds, camera: photo.camera ?? null }),
    originalFormat: photo.format,
    fileExtension: photo.extension,
    takenAt: photo.takenAt?.toISOString() ?? null,
    ...(photo.capture?.time !== undefined && { capture: photo.capture }),
    createdAt: photo.createdAt.toISOString(),
    updatedAt: photo.updatedAt.toISOString(),
    ...replacementOf(photo),
    ...(photo.sentBy && { sentBy: photo.sentBy }),
  }
}

function replacementOf({
  replacedAt,
  replacement,
  replacementError,
  hasEarlier,
}: ViewedPhoto): Pick<PhotoView, 'replacement'> {
  if (!replacedAt && !replacement) return {}
  const status = replacement ?? 'done'
  return { replacement: { status, error: replacementError, replacedAt: replacedAt?.toISOString() ?? null, hasEarlier } }
}
