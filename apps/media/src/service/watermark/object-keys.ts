import type { RenditionName } from '../../shared/sizes.ts'

export const WATERMARK = 'watermark/'

export type MarkedName = { photoId: string; size: RenditionName; version: string }

/** The same at every try, and another for every version: what lies under a key never changes. */
export const markedKey = ({ photoId, size, version }: MarkedName): string =>
  `${WATERMARK}photo.${photoId}.${size}.${version}.jpg`
export const logoKey = (ownerId: string, sha256: string): string =>
  `${WATERMARK}logo.${ownerId}.${sha256.slice(0, 32)}.png`
