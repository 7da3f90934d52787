import { type FieldsIn, type http, type photoFields, variantEdge, type VariantSize } from '@daymark/contracts'

export type Photo = http.Image
/**
 * The fields that the photographer can edit, except the like: it has its own action, because it moves the photo between
 * lists.
 */
export type PhotoChange = Partial<Omit<FieldsIn<typeof photoFields, 'api'>, 'is_favorite'>>

/** Whether processing of the photo failed. */
export const isFailed = ({ processing_status }: Pick<Photo, 'processing_status'>) => processing_status === 'failed'

/** Whether the photo or its replacement file is still processing. */
export const isProcessing = ({ processing_status, replacement }: Photo) =>
  processing_status === 'processing' || replacement?.status === 'processing'

/** Returns the title of a photo, or else the name of the uploaded file. */
export const photoName = (photo: Pick<Photo, 'title' | 'original_filename'>) => photo.title || photo.original_filename

export const formatPhotoCount = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

type PhotoDimensions = Pick<Photo, 'width' | 'height'>
/** Returns width / height, or 3:2 before the server has read the file. */
export const aspectRatio = ({ width, height }: PhotoDimensions) => (width && height ? width / height : 1.5)

/**
 * The limits of the aspect ratio of tiles, to which photos are cropped. Uncropped, a long screenshot would be many
 * screens high and a panorama a thin strip.
 */
const [MIN_TILE_RATIO, MAX_TILE_RATIO] = [0.4, 4]
export const tileRatio = (photo: PhotoDimensions) =>
  Math.min(MAX_TILE_RATIO, Math.max(MIN_TILE_RATIO, aspectRatio(photo)))

/** A variant is enlarged up to this factor before the next larger one is loaded. */
const MAX_ENLARGEMENT = 1.2

/** Returns the smallest variant that is sharp if the photo fills the box on a screen with this pixel density. */
export function chooseVariant(
  photo: PhotoDimensions,
  box: { width: number; height: number },
  density: number,
): VariantSize {
  const shape = { width: aspectRatio(photo), height: 1 }
  const neededPx = Math.max(box.width / shape.width, box.height) * Math.max(shape.width, 1) * density
  if (neededPx <= variantEdge('sm', shape) * MAX_ENLARGEMENT) return 'sm'
  return neededPx <= variantEdge('md', shape) * MAX_ENLARGEMENT ? 'md' : 'lg'
}

/**
 * Returns the URL of a variant. The server sends only the URLs of sm and lg; the URL of md is derived from that of lg.
 */
export function variantUrl({ url, thumbnail_url }: Pick<Photo, 'url' | 'thumbnail_url'>, size: VariantSize) {
  if (size === 'sm') return thumbnail_url
  return size === 'lg' ? url : url.replace('/lg/', '/md/')
}
