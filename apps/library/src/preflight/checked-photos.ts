import type { PhotoFinding } from '@daymark/contracts'
import { outOfOrder } from './out-of-order.ts'

/** A photo as the check reads it, in the order in which it is shown. */
export type CheckedPhoto = {
  id: string
  status: 'processing' | 'completed' | 'failed'
  /** ms; null: nobody knows when it was taken. */
  takenAt: number | null
  section: number
  /** The same bytes stand before it. */
  isCopy: boolean
  /** null: nobody knows, as it was processed before anybody looked, or is a RAW file. */
  colorProfile: string | null
  hasPosition: boolean
  /** Its file goes out byte for byte, so with its position. */
  isUntouched: boolean
}
export type Found = { kind: PhotoFinding['kind']; ids: string[]; names: string[] }

/** Profiles that every browser and phone shows as it should; c2 is a small sRGB. */
const USUAL = /s[ -]?rgb|display[ -]?p3|adobe ?rgb|61966|^c2$/i

const CHECKS: Partial<Record<PhotoFinding['kind'], (photo: CheckedPhoto) => boolean>> = {
  failed: ({ status }) => status === 'failed',
  processing: ({ status }) => status === 'processing',
  position: ({ hasPosition, isUntouched }) => hasPosition && isUntouched,
  position_removed: ({ hasPosition, isUntouched }) => hasPosition && !isUntouched,
  color_profile: ({ colorProfile }) => !!colorProfile && !USUAL.test(colorProfile),
  no_color_profile: ({ colorProfile }) => colorProfile === '',
  duplicates: ({ isCopy }) => isCopy,
}

/** What stands in the way of showing these photos. */
export function findIn(photos: CheckedPhoto[]): Found[] {
  const found = Object.entries(CHECKS).map(([kind, holds]) => named(kind as Found['kind'], photos.filter(holds)))
  return [...found, named('capture_order', outOfOrder(photos))].filter(({ ids }) => ids.length > 0)
}

function named(kind: Found['kind'], photos: CheckedPhoto[]): Found {
  const names = kind === 'color_profile' ? [...new Set(photos.map(photo => photo.colorProfile ?? ''))] : []
  return { kind, ids: photos.map(({ id }) => id), names }
}
