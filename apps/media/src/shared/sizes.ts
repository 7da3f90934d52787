import type { ScaledSize, VariantSize } from '@daymark/contracts'

/** Long edges, in pixels, of the download sizes that are rendered on request. */
export const SCALED_LONG_EDGE = { '2048': 2048, '1080': 1080 } as const
export const JPEG_QUALITY = { full: 90, '2048': 90, '1080': 90, lg: 82, md: 80, sm: 78 } as const
/** Name of a rendered file. `full` is the JPEG that visitors download instead of an original in a rare format (rule 39). */
export type RenditionName = VariantSize | ScaledSize | 'full'

/** Returns resize options that fit a picture into a square with this edge without enlarging it. */
export const fitInside = (edge: number) =>
  ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const
