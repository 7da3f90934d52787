import type { PhotoFinding } from '@daymark/contracts'

type TimedPhoto = { takenAt: number | null; section: number }

/**
 * Finds the photos that would have to move to sort each section by capture time: the photos outside of a longest ascending subsequence. A
 * section is intended to have another order, and is skipped, if it is descending or at least half of its photos would have to move.
 */
export function findPhotosOutOfOrder<T extends TimedPhoto>(photos: T[]): T[] {
  const sections = Map.groupBy(
    photos.filter(({ takenAt }) => takenAt !== null),
    ({ section }) => section,
  )
  return [...sections.values()].flatMap(findMisplaced)
}

const captureTimeOf = ({ takenAt }: TimedPhoto): number => takenAt ?? 0

function findMisplaced<T extends TimedPhoto>(photos: T[]): T[] {
  const isDescending = photos.every(
    (photo, index) => index === 0 || captureTimeOf(photo) <= captureTimeOf(photos[index - 1] ?? photo),
  )
  if (isDescending) return []
  const ascending = findLongestAscending(photos.map(captureTimeOf))
  const misplacedPhotos = photos.filter((_, index) => !ascending.has(index))
  return misplacedPhotos.length * 2 < photos.length ? misplacedPhotos : []
}

/** Returns the indexes of a longest non-descending subsequence in O(n log n). */
function findLongestAscending(numbers: number[]): Set<number> {
  /**
   * `ends[n]`: index of the smallest number that ends a subsequence of length n + 1; `predecessors`: index of the previous number in the
   * subsequence.
   */
  const ends: number[] = []
  const predecessors: (number | undefined)[] = []
  numbers.forEach((number, index) => {
    const length = findFirstAbove(ends, numbers, number)
    predecessors[index] = ends[length - 1]
    ends[length] = index
  })
  const indexes = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = predecessors[index]) indexes.add(index)
  return indexes
}

function findFirstAbove(ends: number[], numbers: number[], number: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) <= number) low = middle + 1
    else high = middle
  }
  return low
}

/** The fields of a photo that the checks use. */
export type CheckedPhoto = {
  id: string
  status: 'processing' | 'completed' | 'failed'
  /** Capture time in milliseconds since 1970. Null if it is unknown. */
  takenAt: number | null
  section: number
  /** True if an earlier photo of the list has the same bytes. */
  isDuplicate: boolean
  /** Name of the color profile. Empty if the file has none; null if it is unknown, as for RAW files. */
  colorProfile: string | null
  hasGpsPosition: boolean
  /** True if visitors download the original bytes, which include the GPS position. */
  isUntouched: boolean
}
export type PhotoFindingIds = { kind: PhotoFinding['kind']; ids: string[]; names: string[] }

/** Matches the names of color profiles that every browser and phone displays correctly. c2 is a compact sRGB profile. */
const SUPPORTED_PROFILE = /s[ -]?rgb|display[ -]?p3|adobe ?rgb|61966|^c2$/i

const CHECKS_BY_KIND: Partial<Record<PhotoFinding['kind'], (photo: CheckedPhoto) => boolean>> = {
  failed: ({ status }) => status === 'failed',
  processing: ({ status }) => status === 'processing',
  position: ({ hasGpsPosition, isUntouched }) => hasGpsPosition && isUntouched,
  position_removed: ({ hasGpsPosition, isUntouched }) => hasGpsPosition && !isUntouched,
  color_profile: ({ colorProfile }) => !!colorProfile && !SUPPORTED_PROFILE.test(colorProfile),
  no_color_profile: ({ colorProfile }) => colorProfile === '',
  duplicates: ({ isDuplicate }) => isDuplicate,
}

/** Checks photos, given in gallery order, before a link is sent. Returns the findings that concern at least one photo. */
export function checkPhotos(photos: CheckedPhoto[]): PhotoFindingIds[] {
  const findings = Object.entries(CHECKS_BY_KIND).map(([kind, isAffected]) =>
    toFinding(kind as PhotoFindingIds['kind'], photos.filter(isAffected)),
  )
  return [...findings, toFinding('capture_order', findPhotosOutOfOrder(photos))].filter(({ ids }) => ids.length > 0)
}

function toFinding(kind: PhotoFindingIds['kind'], photos: CheckedPhoto[]): PhotoFindingIds {
  const names = kind === 'color_profile' ? [...new Set(photos.map(photo => photo.colorProfile ?? ''))] : []
  return { kind, ids: photos.map(({ id }) => id), names }
}
