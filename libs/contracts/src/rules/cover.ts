import type { HeaderLayout } from '../http/library/albums.ts'
import { MOBILE_MAX_WIDTH, VARIANT_LONG_EDGE, VARIANT_SIZES, variantEdge } from './limits.ts'

type PhotoSize = { id: string; width: number | null; height: number | null }

/** Galleries with fewer photos have no automatic cover. */
const MIN_PHOTOS_FOR_COVER = 4
/** Minimum width of an automatic cover in pixels. Browsers would enlarge a smaller photo. */
export const MIN_COVER_WIDTH = 1200
/** Maximum aspect ratio of an automatic cover. A cover would show only a small part of a panorama or a long screenshot. */
export const MAX_COVER_RATIO = 3
const isSuitableCover = ({ width, height }: PhotoSize): boolean =>
  width !== null && height !== null && width >= MIN_COVER_WIDTH && width > height && width <= MAX_COVER_RATIO * height
/** Returns whether the longer side of a photo is more than three times as long as the shorter, as in panoramas and long screenshots. */
export const hasExtremeAspectRatio = ({ width, height }: Omit<PhotoSize, 'id'>): boolean =>
  width !== null && height !== null && Math.max(width, height) > MAX_COVER_RATIO * Math.min(width, height)

/** Returns the chosen cover, or else the first suitable photo. Returns undefined if none is suitable or the gallery has too few photos. */
export function selectCoverPhoto<T extends PhotoSize>(photos: readonly T[], chosen: string | null): T | undefined {
  const chosenPhoto = chosen === null ? undefined : photos.find(photo => photo.id === chosen)
  return chosenPhoto ?? (photos.length < MIN_PHOTOS_FOR_COVER ? undefined : photos.find(isSuitableCover))
}

/** Height of the cover in percent of the screen height. The style sheet of the gallery header has the same values. */
const COVER_HEIGHT_PERCENT = { hero: 86, split: 86, framed: 60, text: 0 }
/** Width of the cover in the `split` layout, in percent of the screen width. */
const SPLIT_COVER_WIDTH_PERCENT = 58
/** Assumed aspect ratio of photos whose size is unknown. */
const DEFAULT_RATIO = 1.5

type CoverPicture = Omit<PhotoSize, 'id'> & { url: string }

/** Returns the `srcset` of the variants, without duplicate widths. `url`: address of the lg variant. */
export function coverSrcSet({ url, width, height }: CoverPicture): string {
  const photoSize =
    width && height ? { width, height } : { width: VARIANT_LONG_EDGE.lg, height: VARIANT_LONG_EDGE.lg / DEFAULT_RATIO }
  const ratio = photoSize.width / photoSize.height
  const widths = VARIANT_SIZES.map(size => {
    const edge = Math.min(Math.max(photoSize.width, photoSize.height), variantEdge(size, photoSize))
    return Math.max(1, Math.round(edge * Math.min(1, ratio)))
  })
  return VARIANT_SIZES.map((size, n) => `${url.replace('/lg/', `/${size}/`)} ${widths[n]}w`)
    .filter((_, n) => widths.indexOf(widths[n] ?? 0) === n)
    .join(', ')
}

/** Media query of the screens that load the `phone` picture of `coverSources`. */
export const PHONE_MEDIA = `(width <= ${MOBILE_MAX_WIDTH}px)`

/**
 * Returns the pictures of a cover: `phone` for screens that match PHONE_MEDIA, `srcSet` and `sizes` for others. Both the preload in the
 * HTML and the script call it, so that they load the same variant. `url`: address of the lg variant.
 *
 * Phones always load md: lg is three times as large, which takes seconds on a mobile connection.
 */
export function coverSources({ url, width, height }: CoverPicture, layout: HeaderLayout) {
  const ratio = width && height ? width / height : DEFAULT_RATIO
  // If the aspect ratio of the photo is larger than that of its box, the photo fills the height of the box and is wider than the box.
  const coverWidth = (minWidth: string, heightPercent: number) =>
    `max(${minWidth}, ${Math.round(heightPercent * ratio)}svh)`
  const boxWidth = layout === 'split' ? `${SPLIT_COVER_WIDTH_PERCENT}vw` : '100vw'
  const sizes = coverWidth(boxWidth, COVER_HEIGHT_PERCENT[layout])
  return { srcSet: coverSrcSet({ url, width, height }), sizes, phone: url.replace('/lg/', '/md/') }
}
