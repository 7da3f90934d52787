import { plainAndEncryptedKey, SCALED_SIZES, VARIANT_SIZES } from '@daymark/contracts'
import type { RenditionName } from '../../shared/sizes.ts'

export const VARIANTS = 'variants/'

/**
 * The same at every try: a repetition overwrites what a killed one left. What is made of an encrypted object is encrypted too, under
 * the key that `keyEncryptedLike` makes of this.
 */
export const variantKey = (photoId: string, size: RenditionName): string => `${VARIANTS}${photoId}.${size}.jpg`
/** Every key a photo may have, encrypted or not. */
export const variantKeys = (photoId: string): string[] =>
  [...VARIANT_SIZES, 'full' as const, ...SCALED_SIZES].flatMap(size => plainAndEncryptedKey(variantKey(photoId, size)))

/** Where it was looked at is part of the name, so that a card's content never changes. */
export const cardKey = (photoId: string, { x, y }: { x: number; y: number }): string =>
  `${VARIANTS}${photoId}.card-${x}-${y}.jpg`

const KEY = /^variants\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\./
/** Null: no key of ours. */
export const photoOf = (key: string): string | null => KEY.exec(key)?.[1] ?? null
