import type { RenditionName } from '../../shared/sizes.ts'

export const WATERMARK = 'watermark/'

/** A link's card, around a point in per cent. */
export type CardName = `card-${number}-${number}`
export type MarkedName = { photoId: string; size: RenditionName | CardName; version: string }

/** The same at every try, and another for every version: what lies under a key never changes. */
export const markedKey = ({ photoId, size, version }: MarkedName): string =>
  `${WATERMARK}photo.${photoId}.${size}.${version}.jpg`
export const logoKey = (ownerId: string, sha256: string, as: 'logo' | 'studio' = 'logo'): string =>
  `${WATERMARK}${as}.${ownerId}.${sha256.slice(0, 32)}.png`
