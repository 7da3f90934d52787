import type { HeaderLayout } from '../http/albums.ts'
import { VARIANT_LONG_EDGE, VARIANT_SIZES, variantEdge } from './limits.ts'

type Sized = { id: string; width: number | null; height: number | null }

/** Fewer photos than this are a page without a cover, unless one was chosen. */
const ENOUGH = 4
/** A wide band that a smaller picture would have to be blown up for. */
export const COVER_WIDTH = 1200
/** What is longer is never chosen by itself: of a panorama or a long screenshot a cover would be a strip. */
export const COVER_RATIO = 3
const isWide = ({ width, height }: Sized): boolean =>
  width !== null && height !== null && width >= COVER_WIDTH && width > height && width <= COVER_RATIO * height
export const isStrip = ({ width, height }: Omit<Sized, 'id'>): boolean =>
  width !== null && height !== null && Math.max(width, height) > COVER_RATIO * Math.min(width, height)

/** The chosen cover, else the first photo that fills a wide band; none for a few photos. */
export function coverPhotoOf<T extends Sized>(photos: readonly T[], chosen: string | null): T | undefined {
  const found = chosen === null ? undefined : photos.find(photo => photo.id === chosen)
  return found ?? (photos.length < ENOUGH ? undefined : photos.find(isWide))
}

/** How much of the screen the picture has, in per cent of its height; the style sheet of the head says the same. */
const HEIGHT = { hero: 86, split: 86, framed: 60, text: 0 }
const SIDE_WIDTH = 58
const STACKED_HEIGHT = 55
/** Of what nobody measured. */
const USUAL_RATIO = 1.5

type Pictured = Omit<Sized, 'id'> & { url: string }

/** The variants of a picture with their widths, each width once; `url` is that of lg. */
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

/**
 * The variants of a cover and the room it has. The page asks for the picture before the code that shows it is there, so both have
 * to choose the same one. `url` is that of lg.
 */
export function coverSources({ url, width, height }: Pictured, layout: HeaderLayout) {
  const ratio = width && height ? width / height : USUAL_RATIO
  // What fills a box higher than itself is wider than the box.
  const widest = (room: string, percent: number) => `max(${room}, ${Math.round(percent * ratio)}svh)`
  const sizes =
    layout === 'split'
      ? `(width <= 768px) ${widest('100vw', STACKED_HEIGHT)}, ${widest(`${SIDE_WIDTH}vw`, HEIGHT.split)}`
      : widest('100vw', HEIGHT[layout])
  return { srcSet: coverSrcSet({ url, width, height }), sizes }
}
