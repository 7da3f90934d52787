/** Long edges in pixels (L-MKT-05); a test keeps them equal to the contract, which decoding processes do not load. */
export const LONG_EDGE = { lg: 2560, md: 1280, sm: 480 } as const
/** Download sizes for visitors, rendered on request. */
export const SCALED_EDGE = { '2048': 2048, '1080': 1080 } as const
export const JPEG_QUALITY = { full: 90, '2048': 90, '1080': 90, lg: 82, md: 80, sm: 78 } as const
export type VariantSize = keyof typeof LONG_EDGE
export type ScaledSize = keyof typeof SCALED_EDGE
/** `full`: the file that visitors download if the photo has a format that few programs open (rule 39). */
export type RenditionName = VariantSize | ScaledSize | 'full'

/** Works like `variantEdge` of the contract, which decoding processes do not load; a test keeps them equal. */
export function longEdge(size: VariantSize, { width, height }: { width: number; height: number }): number {
  const ratio = Math.max(width, height) / Math.min(width, height)
  return Math.max(LONG_EDGE[size], Math.min(LONGEST, Math.round((LONG_EDGE[size] / SLIMMEST) * ratio)))
}
const [SLIMMEST, LONGEST] = [4, 16_000]

/** Returns resize options that fit a picture into a square of that edge and never enlarge it. */
export const fitted = (edge: number) =>
  ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const
