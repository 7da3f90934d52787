import { plainAndEncryptedKey, SCALED_SIZES, VARIANT_SIZES } from '@daymark/contracts'
import type { RenditionName } from '../../shared/sizes.ts'

export const VARIANT_PREFIX = 'variants/'

/**
 * Returns the plain storage key of a variant. Every attempt uses the same key, so a retry overwrites incomplete files. Callers pass the key
 * to `keyEncryptedLike`, because variants of an encrypted original are encrypted, too.
 */
export const variantKey = (photoId: string, size: RenditionName): string => `${VARIANT_PREFIX}${photoId}.${size}.jpg`
/** Returns all storage keys that variants of a photo can have, encrypted or plain. */
export const variantKeys = (photoId: string): string[] =>
  [...VARIANT_SIZES, 'full' as const, ...SCALED_SIZES].flatMap(size => plainAndEncryptedKey(variantKey(photoId, size)))

/** Returns the storage key of a link card. It contains the focal point, so that the content of a key never changes. */
export const cardKey = (photoId: string, { x, y }: { x: number; y: number }): string =>
  `${VARIANT_PREFIX}${photoId}.card-${x}-${y}.jpg`

const VARIANT_KEY_PATTERN = /^variants\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\./
/** Returns the photo id in the storage key of a variant, or null for other keys. */
export const photoIdOf = (key: string): string | null => VARIANT_KEY_PATTERN.exec(key)?.[1] ?? null

export const WATERMARK_PREFIX = 'watermark/'

/** Name of a link card, with its focal point in percent of width and height. */
export type CardSize = `card-${number}-${number}`
export type WatermarkedName = { photoId: string; size: RenditionName | CardSize; version: string }

/** Returns the storage key of a watermarked file. It contains the version of the watermark, so that the content of a key never changes. */
export const watermarkedKey = ({ photoId, size, version }: WatermarkedName): string =>
  `${WATERMARK_PREFIX}photo.${photoId}.${size}.${version}.jpg`
export const logoKey = (ownerId: string, sha256: string, kind: 'logo' | 'studio' = 'logo'): string =>
  `${WATERMARK_PREFIX}${kind}.${ownerId}.${sha256.slice(0, 32)}.png`
