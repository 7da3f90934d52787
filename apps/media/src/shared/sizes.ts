/**
 * Long edges of variants in pixels (L-MKT-05). Equal those of the contracts, which decoding processes do not load. A test compares them.
 */
export const LONG_EDGE = { lg: 2560, md: 1280, sm: 480 } as const
/** Long edges in pixels of download sizes, which are rendered on request. */
export const SCALED_LONG_EDGE = { '2048': 2048, '1080': 1080 } as const
export const JPEG_QUALITY = { full: 90, '2048': 90, '1080': 90, lg: 82, md: 80, sm: 78 } as const
export type VariantSize = keyof typeof LONG_EDGE
export type ScaledSize = keyof typeof SCALED_LONG_EDGE
/** Name of a rendered file. `full` is the JPEG that visitors download instead of an original in a rare format (rule 39). */
export type RenditionName = VariantSize | ScaledSize | 'full'

/**
 * Returns the long edge of a variant in pixels, which is longer for narrow photos. A test checks that it equals `variantEdge` of the
 * contracts.
 */
export function variantEdge(size: VariantSize, { width, height }: { width: number; height: number }): number {
  const ratio = Math.max(width, height) / Math.min(width, height)
  return Math.max(
    LONG_EDGE[size],
    Math.min(MAX_LONG_EDGE, Math.round((LONG_EDGE[size] / MAX_NORMAL_ASPECT_RATIO) * ratio)),
  )
}
const [MAX_NORMAL_ASPECT_RATIO, MAX_LONG_EDGE] = [4, 16_000]

/** Returns resize options that fit a picture into a square with this edge without enlarging it. */
export const fitInside = (edge: number) =>
  ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const
