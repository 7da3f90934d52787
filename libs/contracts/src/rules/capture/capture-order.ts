import { MINUTE_MS } from '../limits.ts'
import { type Capture, UNKNOWN_CAMERA } from './capture.ts'

/** A photo with its capture time (rule 137). */
export type CapturedPhoto = { id: string; name: string; capture: Capture }
/** Corrections of camera clocks in milliseconds, by camera id. */
export type ClockCorrections = Readonly<Record<string, number>>

/** A point in time: milliseconds since 1970, and the remaining nanoseconds. */
type Instant = { ms: number; restNanoseconds: number }

export const cameraIdOf = ({ camera = UNKNOWN_CAMERA }: Capture): string => camera

const parseOffsetMinutes = (offset: string): number => {
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number]
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Parses the local time of a camera clock as if it were UTC. */
export function parseLocalTime(time: string): Instant {
  const [seconds = '', digits = ''] = time.split('.')
  const nanoseconds = Number(digits.slice(0, 9).padEnd(9, '0'))
  return { ms: Date.parse(`${seconds}Z`) + Math.floor(nanoseconds / 1e6), restNanoseconds: nanoseconds % 1e6 }
}

/** UTC offsets that are assumed for photos without one: the most common offset of the same camera, or else of all photos. */
type UsualOffsets = { all: string; byCamera: ReadonlyMap<string, string> }

export function findUsualOffsets(photos: readonly CapturedPhoto[]): UsualOffsets {
  const all = new Map<string, number>()
  const cameras = new Map<string, Map<string, number>>()
  for (const { capture } of photos) {
    const offset = capture.offset ?? capture.gpsOffset
    if (offset === undefined) continue
    const countsOfCamera = cameras.get(cameraIdOf(capture)) ?? new Map<string, number>()
    cameras.set(cameraIdOf(capture), countsOfCamera)
    for (const counts of [all, countsOfCamera]) counts.set(offset, (counts.get(offset) ?? 0) + 1)
  }
  const byCamera = [...cameras].map(([camera, counts]) => [camera, findMostFrequent(counts) ?? ''] as const)
  return { all: findMostFrequent(all) ?? '+00:00', byCamera: new Map(byCamera) }
}
/** Returns the most frequent offset. If several offsets are equally frequent, returns the smallest, so that their order does not matter. */
const findMostFrequent = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].sort(([a, n], [b, m]) => m - n || parseOffsetMinutes(a) - parseOffsetMinutes(b))[0]?.[0]

/** Returns the capture time in UTC with the clock correction, or undefined if the file contains none. */
export function captureInstant(
  { capture }: Pick<CapturedPhoto, 'capture'>,
  usual: UsualOffsets,
  clocks: ClockCorrections,
) {
  const { time, offset, gpsOffset } = capture
  if (time === undefined) return undefined
  const camera = cameraIdOf(capture)
  const { ms, restNanoseconds } = parseLocalTime(time)
  const offsetMinutes = parseOffsetMinutes(offset ?? gpsOffset ?? usual.byCamera.get(camera) ?? usual.all)
  return { ms: ms - offsetMinutes * MINUTE_MS + (clocks[camera] ?? 0), restNanoseconds }
}

const NAME_COLLATOR = new Intl.Collator('en', { numeric: true })
type TimedPhoto = CapturedPhoto & { instant: Instant }
/** Compares by time, then by file name, then by id. */
const compareByTime = (a: TimedPhoto, b: TimedPhoto): number =>
  a.instant.ms - b.instant.ms ||
  a.instant.restNanoseconds - b.instant.restNanoseconds ||
  NAME_COLLATOR.compare(a.name, b.name) ||
  (a.id < b.id ? -1 : 1)

/** Returns the photos that have a capture time, sorted by it. */
function sortTimedPhotos(
  photos: readonly CapturedPhoto[],
  usual: UsualOffsets,
  clocks: ClockCorrections,
): TimedPhoto[] {
  const timedPhotos = photos.flatMap(photo => {
    const instant = captureInstant(photo, usual, clocks)
    return instant ? [{ ...photo, instant }] : []
  })
  return timedPhotos.sort(compareByTime)
}

/**
 * Sorts the photo ids of each section by capture time. `sections`: the photos of each section in their current order. Photos without a time
 * move to the end of their section, in their current order.
 */
export function sortByCaptureTime(
  sections: readonly (readonly CapturedPhoto[])[],
  clocks: ClockCorrections,
): string[][] {
  const usual = findUsualOffsets(sections.flat())
  return sections.map(photos => {
    const timedIds = sortTimedPhotos(photos, usual, clocks).map(({ id }) => id)
    const timedIdSet = new Set(timedIds)
    return [...timedIds, ...photos.filter(({ id }) => !timedIdSet.has(id)).map(({ id }) => id)]
  })
}

/**
 * Moves each added photo to its place by capture time (rule 139): after the last existing photo that was taken earlier, or before the oldest
 * existing photo if none was taken earlier. `order` may contain section ids. Photos without a capture time do not move.
 */
export function insertByCaptureTime(
  order: readonly string[],
  photos: readonly CapturedPhoto[],
  added: ReadonlySet<string>,
  clocks: ClockCorrections,
): { order: string[]; moved: string[] } {
  const idsAfter = new Map<string, string[]>()
  const idsAtStart: string[] = []
  let lastExistingId: string | undefined
  let earliestExistingId: string | undefined
  for (const { id } of sortTimedPhotos(photos, findUsualOffsets(photos), clocks))
    if (!added.has(id)) {
      lastExistingId = id
      earliestExistingId ??= id
    } else if (lastExistingId === undefined) idsAtStart.push(id)
    else (idsAfter.get(lastExistingId) ?? idsAfter.set(lastExistingId, []).get(lastExistingId))?.push(id)
  if (earliestExistingId === undefined) {
    // No existing photo has a capture time, so the added photos are only sorted among themselves.
    const addedIds = new Set(idsAtStart)
    const sortedIds = idsAtStart.values()
    return { order: order.map(id => (addedIds.has(id) ? (sortedIds.next().value ?? id) : id)), moved: idsAtStart }
  }
  const moved = new Set([...idsAtStart, ...[...idsAfter.values()].flat()])
  const newOrder = order
    .filter(id => !moved.has(id))
    .flatMap(id => [...(id === earliestExistingId ? idsAtStart : []), id, ...(idsAfter.get(id) ?? [])])
  return { order: newOrder, moved: [...moved] }
}
