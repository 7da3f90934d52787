import { VARIANT_LONG_EDGE, type http, type VariantSize } from '@daymark/contracts'

export type Photo = http.Image

/** It could not be processed; its owner may have it tried again. */
export const isFailed = ({ processing_status }: Pick<Photo, 'processing_status'>) => processing_status === 'failed'

/** Its page waits to be told how it ended, be it of the photo or of a file that takes its file's place. */
export const isProcessing = ({ processing_status, replacement }: Photo) =>
  processing_status === 'processing' || replacement?.status === 'processing'

/** What the photo is called on screen: its title, else the name of the uploaded file. */
export const photoName = (photo: Pick<Photo, 'title' | 'original_filename'>) => photo.title || photo.original_filename

export const photoCount = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

/** width / height; the usual 3:2 until the server has read the file. */
export const aspectRatio = ({ width, height }: Pick<Photo, 'width' | 'height'>) =>
  width && height ? width / height : 1.5

/** A picture may be shown this much larger than it is before the next size is worth its bytes. */
const STRETCH = 1.2

/** The smallest variant that is sharp in a box of this size on a screen of this density. */
export function variantFor(boxWidth: number, boxHeight: number, density: number): VariantSize {
  const needed = Math.max(boxWidth, boxHeight) * density
  if (needed <= VARIANT_LONG_EDGE.sm * STRETCH) return 'sm'
  return needed <= VARIANT_LONG_EDGE.md * STRETCH ? 'md' : 'lg'
}

/** The address of a variant: the server names sm and lg, the third lies beside them. */
export function variantUrl({ url, thumbnail_url }: Pick<Photo, 'url' | 'thumbnail_url'>, size: VariantSize) {
  if (size === 'sm') return thumbnail_url
  return size === 'lg' ? url : url.replace('/lg/', '/md/')
}
