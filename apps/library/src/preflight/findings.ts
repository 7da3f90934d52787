import type { PhotoFinding } from '@daymark/contracts'
import { outOfOrder } from './out-of-order.ts'

/** The fields of a photo that the checks use, in the order of the gallery. */
export type CheckedPhoto = {
  id: string
  status: 'processing' | 'completed' | 'failed'
  /** In milliseconds; null: the capture time is unknown. */
  takenAt: number | null
  section: number
  /** An earlier photo of the list has the same bytes. */
  isCopy: boolean
  /** null: unknown, because an earlier release processed the photo or it is a RAW file. */
  colorProfile: string | null
  hasPosition: boolean
  /** Visitors download the original bytes, so including the GPS position. */
  isUntouched: boolean
}
export type Found = { kind: PhotoFinding['kind']; ids: string[]; names: string[] }

/** Profiles that every browser and phone displays correctly; c2 is a compact sRGB profile. */
const SUPPORTED_PROFILE = /s[ -]?rgb|display[ -]?p3|adobe ?rgb|61966|^c2$/i

const CHECKS: Partial<Record<PhotoFinding['kind'], (photo: CheckedPhoto) => boolean>> = {
  failed: ({ status }) => status === 'failed',
  processing: ({ status }) => status === 'processing',
  position: ({ hasPosition, isUntouched }) => hasPosition && isUntouched,
  position_removed: ({ hasPosition, isUntouched }) => hasPosition && !isUntouched,
  color_profile: ({ colorProfile }) => !!colorProfile && !SUPPORTED_PROFILE.test(colorProfile),
  no_color_profile: ({ colorProfile }) => colorProfile === '',
  duplicates: ({ isCopy }) => isCopy,
}

/** Findings of the preflight check. */
export function checkPhotos(photos: CheckedPhoto[]): Found[] {
  const found = Object.entries(CHECKS).map(([kind, holds]) => named(kind as Found['kind'], photos.filter(holds)))
  return [...found, named('capture_order', outOfOrder(photos))].filter(({ ids }) => ids.length > 0)
}

function named(kind: Found['kind'], photos: CheckedPhoto[]): Found {
  const names = kind === 'color_profile' ? [...new Set(photos.map(photo => photo.colorProfile ?? ''))] : []
  return { kind, ids: photos.map(({ id }) => id), names }
}
