import { variantEdge, type http, type PhotoFieldsIn, type VariantSize } from '@daymark/contracts'

export type Photo = http.Image
/** The fields that the photographer can edit. Likes have their own action, because they move photos between lists. */
export type PhotoChange = Partial<Omit<PhotoFieldsIn<'api'>, 'is_favorite'>>

/** Processing failed; the owner may retry it. */
export const isFailed = ({ processing_status }: Pick<Photo, 'processing_status'>) => processing_status === 'failed'

/** Processing of the photo or of its replacement file is pending, and its page waits for the result. */
export const isProcessing = ({ processing_status, replacement }: Photo) =>
  processing_status === 'processing' || replacement?.status === 'processing'

/** The name on screen: the title, or else the name of the uploaded file. */
export const photoName = (photo: Pick<Photo, 'title' | 'original_filename'>) => photo.title || photo.original_filename

export const photoCount = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

/** In px; null or 0 until the file has been read. */
type Shape = { width: number | null; height: number | null }
/** width / height; 3:2 until the file has been read. */
export const aspectRatio = ({ width, height }: Shape) => (width && height ? width / height : 1.5)

/** The tile of a long screenshot or a panorama shows a part of it: whole, it would be many screens high, or a sliver. */
const [NARROWEST, WIDEST] = [0.4, 4]
export const tileRatio = (photo: Shape) => Math.min(WIDEST, Math.max(NARROWEST, aspectRatio(photo)))

/** A picture may be enlarged by this factor before the next size is worth its bytes. */
const STRETCH = 1.2

/** The smallest variant that is sharp in a box that the photo fills, on a screen of this density. */
export function variantFor(photo: Shape, box: { width: number; height: number }, density: number): VariantSize {
  const shape = { width: aspectRatio(photo), height: 1 }
  const needed = Math.max(box.width / shape.width, box.height) * Math.max(shape.width, 1) * density
  if (needed <= variantEdge('sm', shape) * STRETCH) return 'sm'
  return needed <= variantEdge('md', shape) * STRETCH ? 'md' : 'lg'
}

/** The address of a variant: the server sends sm and lg, from which md is derived. */
export function variantUrl({ url, thumbnail_url }: Pick<Photo, 'url' | 'thumbnail_url'>, size: VariantSize) {
  if (size === 'sm') return thumbnail_url
  return size === 'lg' ? url : url.replace('/lg/', '/md/')
}
