import { plainAndEncryptedKey, SCALED_SIZES, VARIANT_SIZES } from '@daymark/contracts'
import type { RenditionName } from '../../shared/sizes.ts'

export const VARIANTS = 'variants/'

/**
 * The key is the same for every attempt, so a retry overwrites files of a killed process. Variants of an encrypted original are encrypted,
 * under the key that `keyEncryptedLike` returns.
 */
export const variantKey = (photoId: string, size: RenditionName): string => `${VARIANTS}${photoId}.${size}.jpg`
/** Returns all keys that the variants of a photo may have, encrypted or plain. */
export const variantKeys = (photoId: string): string[] =>
  [...VARIANT_SIZES, 'full' as const, ...SCALED_SIZES].flatMap(size => plainAndEncryptedKey(variantKey(photoId, size)))

/** The point is part of the name, so that the content of a key never changes. */
export const cardKey = (photoId: string, { x, y }: { x: number; y: number }): string =>
  `${VARIANTS}${photoId}.card-${x}-${y}.jpg`

const KEY = /^variants\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\./
/** Returns null if the key is not that of a variant. */
export const photoOf = (key: string): string | null => KEY.exec(key)?.[1] ?? null

export const WATERMARK = 'watermark/'

/** The card of a link, around a point in percent. */
export type CardName = `card-${number}-${number}`
export type MarkedName = { photoId: string; size: RenditionName | CardName; version: string }

/** The key is the same for every attempt and different for every version, so the content of a key never changes. */
export const markedKey = ({ photoId, size, version }: MarkedName): string =>
  `${WATERMARK}photo.${photoId}.${size}.${version}.jpg`
export const logoKey = (ownerId: string, sha256: string, as: 'logo' | 'studio' = 'logo'): string =>
  `${WATERMARK}${as}.${ownerId}.${sha256.slice(0, 32)}.png`
