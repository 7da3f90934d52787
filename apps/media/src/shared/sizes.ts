/** Long edges in pixels (L-MKT-05); a test keeps them equal to the contract, which decoding processes do not load. */
export const LONG_EDGE = { lg: 2560, md: 1280, sm: 480 } as const
/** What visitors download in place of the original; made on demand. */
export const SCALED_EDGE = { '2048': 2048, '1080': 1080 } as const
export const JPEG_QUALITY = { full: 90, '2048': 90, '1080': 90, lg: 82, md: 80, sm: 78 } as const
export type VariantSize = keyof typeof LONG_EDGE
export type ScaledSize = keyof typeof SCALED_EDGE
/** `full`: what visitors download of a photo that few can open (rule 39). */
export type RenditionName = VariantSize | ScaledSize | 'full'

/** Resizes within a square of that edge; never enlarges. */
export const fitted = (edge: number) =>
  ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const
