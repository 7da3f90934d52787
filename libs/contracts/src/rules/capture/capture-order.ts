import { type Capture, UNKNOWN_CAMERA } from './capture.ts'

/** A photo with its capture time (rule 137). */
export type CapturedPhoto = { id: string; name: string; capture: Capture }
/** Corrections of camera clocks in milliseconds, by camera id. */
export type Clocks = Readonly<Record<string, number>>

/** Milliseconds since 1970, and the remaining nanoseconds. */
export type Instant = { ms: number; rest: number }

export const cameraOf = ({ camera = UNKNOWN_CAMERA }: Capture): string => camera

const MINUTE = 60_000
const minutesOf = (offset: string): number => {
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number]
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** The camera clock, read as UTC. */
export function wallClock(time: string): Instant {
  const [seconds = '', digits = ''] = time.split('.')
  const nanos = Number(digits.slice(0, 9).padEnd(9, '0'))
  return { ms: Date.parse(`${seconds}Z`) + Math.floor(nanos / 1e6), rest: nanos % 1e6 }
}

/** UTC offsets for photos without one: the most common offset of the camera, else of all photos. */
export type UsualOffsets = { all: string; byCamera: ReadonlyMap<string, string> }

export function usualOffsets(photos: readonly CapturedPhoto[]): UsualOffsets {
  const all = new Map<string, number>()
  const cameras = new Map<string, Map<string, number>>()
  for (const { capture } of photos) {
    const offset = capture.offset ?? capture.gpsOffset
    if (offset === undefined) continue
    const countsOfCamera = cameras.get(cameraOf(capture)) ?? new Map<string, number>()
    cameras.set(cameraOf(capture), countsOfCamera)
    for (const counts of [all, countsOfCamera]) counts.set(offset, (counts.get(offset) ?? 0) + 1)
  }
  const byCamera = [...cameras].map(([camera, counts]) => [camera, mostOf(counts) ?? ''] as const)
  return { all: mostOf(all) ?? '+00:00', byCamera: new Map(byCamera) }
}
/** On a tie the smaller offset, so that the result does not depend on the order of photos. */
const mostOf = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].sort(([a, n], [b, m]) => m - n || minutesOf(a) - minutesOf(b))[0]?.[0]

/** Corrected capture time. Undefined: the file contains none. */
export function instantOf({ capture }: Pick<CapturedPhoto, 'capture'>, usual: UsualOffsets, clocks: Clocks) {
  const { time, offset, gpsOffset } = capture
  if (time === undefined) return undefined
  const camera = cameraOf(capture)
  const { ms, rest } = wallClock(time)
  const east = minutesOf(offset ?? gpsOffset ?? usual.byCamera.get(camera) ?? usual.all)
  return { ms: ms - east * MINUTE + (clocks[camera] ?? 0), rest }
}

const NAMES = new Intl.Collator('en', { numeric: true })
type Timed = CapturedPhoto & { at: Instant }
/** A total order: by time, then by file name, then by id. */
const byTime = (a: Timed, b: Timed): number =>
  a.at.ms - b.at.ms || a.at.rest - b.at.rest || NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)

function timed(photos: readonly CapturedPhoto[], usual: UsualOffsets, clocks: Clocks): Timed[] {
  const withCapture = photos.flatMap(photo => {
    const at = instantOf(photo, usual, clocks)
    return at ? [{ ...photo, at }] : []
  })
  return withCapture.sort(byTime)
}

/**
 * Photo ids by capture time. `parts`: the photos of each section in their current order; sections are ordered separately. Photos
 * without a time move to the end in their current order.
 */
export function captureOrder(parts: readonly (readonly CapturedPhoto[])[], clocks: Clocks): string[][] {
  const usual = usualOffsets(parts.flat())
  return parts.map(photos => {
    const order = timed(photos, usual, clocks).map(({ id }) => id)
    const previous = new Set(order)
    return [...order, ...photos.filter(({ id }) => !previous.has(id)).map(({ id }) => id)]
  })
}

/**
 * Inserts added photos into an order (rule 139): each after the existing photo with the latest earlier time, or before the earliest
 * one. `order` may contain section ids. Photos without a time do not move.
 */
export function insertByCaptureTime(
  order: readonly string[],
  photos: readonly CapturedPhoto[],
  added: ReadonlySet<string>,
  clocks: Clocks,
): { order: string[]; moved: string[] } {
  const behind = new Map<string, string[]>()
  const first: string[] = []
  let anchor: string | undefined
  let earliest: string | undefined
  for (const { id } of timed(photos, usualOffsets(photos), clocks))
    if (!added.has(id)) {
      anchor = id
      earliest ??= id
    } else if (anchor === undefined) first.push(id)
    else (behind.get(anchor) ?? behind.set(anchor, []).get(anchor))?.push(id)
  if (earliest === undefined) {
    // no existing photo has a time: order the added photos among themselves
    const waiting = new Set(first)
    const next = first.values()
    return { order: order.map(id => (waiting.has(id) ? (next.next().value ?? id) : id)), moved: first }
  }
  const moved = new Set([...first, ...[...behind.values()].flat()])
  const placed = order
    .filter(id => !moved.has(id))
    .flatMap(id => [...(id === earliest ? first : []), id, ...(behind.get(id) ?? [])])
  return { order: placed, moved: [...moved] }
}
