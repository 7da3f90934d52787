import type { HeaderLayout } from '../http/library/albums.ts'
import { MOBILE_MAX_WIDTH, VARIANT_LONG_EDGE, VARIANT_SIZES, variantEdge } from './limits.ts'

type Sized = { id: string; width: number | null; height: number | null }

/** A gallery with fewer photos has no cover unless one was chosen. */
const ENOUGH = 4
/** Minimum width of a cover. A smaller picture would be enlarged. */
export const COVER_WIDTH = 1200
/** Maximum aspect ratio of an automatic cover. Panoramas and long screenshots would show only a strip. */
export const COVER_RATIO = 3
const isWide = ({ width, height }: Sized): boolean =>
  width !== null && height !== null && width >= COVER_WIDTH && width > height && width <= COVER_RATIO * height
export const isStrip = ({ width, height }: Omit<Sized, 'id'>): boolean =>
  width !== null && height !== null && Math.max(width, height) > COVER_RATIO * Math.min(width, height)

/** The chosen cover, else the first suitable photo. Returns undefined for few photos. */
export function coverPhotoOf<T extends Sized>(photos: readonly T[], chosen: string | null): T | undefined {
  const chosenPhoto = chosen === null ? undefined : photos.find(photo => photo.id === chosen)
  return chosenPhoto ?? (photos.length < ENOUGH ? undefined : photos.find(isWide))
}

/** Height of the cover in percent of the screen, as in the style sheet of the header. */
const HEIGHT = { hero: 86, split: 86, framed: 60, text: 0 }
const SIDE_WIDTH = 58
/** Aspect ratio of photos of unknown size. */
const USUAL_RATIO = 1.5

type Pictured = Omit<Sized, 'id'> & { url: string }

/** `srcset` of the variants, without duplicate widths. `url`: address of the lg variant. */
export function coverSrcSet({ url, width, height }: Pictured): string {
  const shape =
    width && height ? { width, height } : { width: VARIANT_LONG_EDGE.lg, height: VARIANT_LONG_EDGE.lg / USUAL_RATIO }
  const ratio = shape.width / shape.height
  const widths = VARIANT_SIZES.map(size => {
    const edge = Math.min(Math.max(shape.width, shape.height), variantEdge(size, shape))
    return Math.max(1, Math.round(edge * Math.min(1, ratio)))
  })
  return VARIANT_SIZES.map((size, n) => `${url.replace('/lg/', `/${size}/`)} ${widths[n]}w`)
    .filter((_, n) => widths.indexOf(widths[n] ?? 0) === n)
    .join(', ')
}

/** Screens that are served the cover for phones. */
export const PHONE_MEDIA = `(width <= ${MOBILE_MAX_WIDTH}px)`

/**
 * The pictures of a cover: `phone` for PHONE_MEDIA, else `srcSet` and `sizes`. The page preloads the cover before its code has loaded, so
 * both must select the same variant. `url`: address of the lg variant.
 *
 * Phones get md whatever their pixel density is: lg has three times its bytes, which a mobile connection transfers for seconds.
 */
export function coverSources({ url, width, height }: Pictured, layout: HeaderLayout) {
  const ratio = width && height ? width / height : USUAL_RATIO
  // A picture that covers a higher box is wider than the box.
  const widest = (room: string, percent: number) => `max(${room}, ${Math.round(percent * ratio)}svh)`
  const sizes = widest(layout === 'split' ? `${SIDE_WIDTH}vw` : '100vw', HEIGHT[layout])
  return { srcSet: coverSrcSet({ url, width, height }), sizes, phone: url.replace('/lg/', '/md/') }
}
