import type { PhotoFinding } from '@daymark/contracts'
import { outOfOrder } from './out-of-order.ts'

/** The fields of a photo that the checks use, in the order of the gallery. */
export type CheckedPhoto = {
  id: string
  status: 'processing' | 'completed' | 'failed'
  /** Capture time in milliseconds since 1970. Null if it is unknown. */
  takenAt: number | null
  section: number
  /** Whether an earlier photo of the list has the same bytes. */
  isCopy: boolean
  /** Name of the profile; empty if the file has none. Null if it is unknown, as for RAW files. */
  colorProfile: string | null
  hasPosition: boolean
  /** Whether visitors download the original bytes, which include the GPS position. */
  isUntouched: boolean
}
export type PhotoFindingIds = { kind: PhotoFinding['kind']; ids: string[]; names: string[] }

/** Names of profiles that every browser and phone displays correctly. c2 is a compact sRGB profile. */
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

/** Checks photos before a link is sent. Returns findings that concern at least one photo. */
export function checkPhotos(photos: CheckedPhoto[]): PhotoFindingIds[] {
  const found = Object.entries(CHECKS).map(([kind, holds]) =>
    toFinding(kind as PhotoFindingIds['kind'], photos.filter(holds)),
  )
  return [...found, toFinding('capture_order', outOfOrder(photos))].filter(({ ids }) => ids.length > 0)
}

function toFinding(kind: PhotoFindingIds['kind'], photos: CheckedPhoto[]): PhotoFindingIds {
  const names = kind === 'color_profile' ? [...new Set(photos.map(photo => photo.colorProfile ?? ''))] : []
  return { kind, ids: photos.map(({ id }) => id), names }
}
