import { type Capture, UNKNOWN_CAMERA } from './capture.ts'

/** A photo as the order by time of capture sees it (rule 137). */
export type CapturedPhoto = { id: string; name: string; capture: Capture }
/** By how many milliseconds the clock of a camera is put right, for all photos that it took. */
export type Clocks = Readonly<Record<string, number>>

/** Milliseconds since 1970, and what the file says beyond them, in nanoseconds. */
export type Instant = { ms: number; rest: number }

export const cameraOf = ({ camera = UNKNOWN_CAMERA }: Capture): string => camera

const MINUTE = 60_000
const minutesOf = (offset: string): number => {
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number]
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** The clock of the camera as if it stood at UTC. */
export function wallClock(time: string): Instant {
  const [seconds = '', digits = ''] = time.split('.')
  const nanos = Number(digits.slice(0, 9).padEnd(9, '0'))
  return { ms: Date.parse(`${seconds}Z`) + Math.floor(nanos / 1e6), rest: nanos % 1e6 }
}

/** How far clocks are from UTC whose photos do not say it: as most photos of the camera do, else of all. */
export type UsualOffsets = { all: string; byCamera: ReadonlyMap<string, string> }

export function usualOffsets(photos: readonly CapturedPhoto[]): UsualOffsets {
  const all = new Map<string, number>()
  const cameras = new Map<string, Map<string, number>>()
  for (const { capture } of photos) {
    const offset = capture.offset ?? capture.gpsOffset
    if (offset === undefined) continue
    const own = cameras.get(cameraOf(capture)) ?? new Map<string, number>()
    cameras.set(cameraOf(capture), own)
    for (const counts of [all, own]) counts.set(offset, (counts.get(offset) ?? 0) + 1)
  }
  const byCamera = [...cameras].map(([camera, counts]) => [camera, mostOf(counts) ?? ''] as const)
  return { all: mostOf(all) ?? '+00:00', byCamera: new Map(byCamera) }
}
/** Of as many the smaller one, so that the answer never depends on the order of photos. */
const mostOf = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].sort(([a, n], [b, m]) => m - n || minutesOf(a) - minutesOf(b))[0]?.[0]

/** When a photo was taken, as far as anybody knows; undefined: its file does not say. */
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
/** Of the same moment by the name of the file, then by id, so there is one order of any photos. */
const byTime = (a: Timed, b: Timed): number =>
  a.at.ms - b.at.ms || a.at.rest - b.at.rest || NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)

function timed(photos: readonly CapturedPhoto[], usual: UsualOffsets, clocks: Clocks): Timed[] {
  const known = photos.flatMap(photo => {
    const at = instantOf(photo, usual, clocks)
    return at ? [{ ...photo, at }] : []
  })
  return known.sort(byTime)
}

/**
 * The ids of photos in the order in which they were taken. `parts`: as they stand now, those of each section together, which are
 * ordered each by itself; who does not know the time stays at the end, in the order of before.
 */
export function captureOrder(parts: readonly (readonly CapturedPhoto[])[], clocks: Clocks): string[][] {
  const usual = usualOffsets(parts.flat())
  return parts.map(photos => {
    const order = timed(photos, usual, clocks).map(({ id }) => id)
    const known = new Set(order)
    return [...order, ...photos.filter(({ id }) => !known.has(id)).map(({ id }) => id)]
  })
}

/**
 * Photos that came fall in among those that are there (rule 139): each behind the one that was taken last before it, wherever that
 * stands; before the first, if it is earlier than all. `order` may name headings. Who does not know the time stays where it is.
 */
export function insertByCaptureTime(
  order: readonly string[],
  photos: readonly CapturedPhoto[],
  coming: ReadonlySet<string>,
  clocks: Clocks,
): { order: string[]; moved: string[] } {
  const behind = new Map<string, string[]>()
  const first: string[] = []
  let anchor: string | undefined
  let earliest: string | undefined
  for (const { id } of timed(photos, usualOffsets(photos), clocks))
    if (!coming.has(id)) {
      anchor = id
      earliest ??= id
    } else if (anchor === undefined) first.push(id)
    else (behind.get(anchor) ?? behind.set(anchor, []).get(anchor))?.push(id)
  if (earliest === undefined) {
    // nobody to stand beside: they are ordered among themselves
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
