import { GAP } from '../albums/arrange-album.ts'
import type { Item } from './parts.ts'

/** Closer than this nothing is put between two: all are numbered anew. */
const LEAST = 1 / 1024

/** Where each of an order stands: who did not move stays, as long as there is room between them for the others. */
export function positionsOf(order: readonly string[], before: readonly Item[], moved: ReadonlySet<string>) {
  const known = new Map(before.filter(({ id }) => !moved.has(id)).map(({ id, position }) => [id, position]))
  const at = (place: number) => known.get(order[place] ?? '')
  const positions = new Map(known)
  for (let from = 0; from < order.length; from++) {
    let to = from
    while (to < order.length && at(to) === undefined) to++
    const run = order.slice(from, to)
    const { start, step } = between(at(from - 1), at(to), run.length + 1)
    if (run.length > 0 && step < LEAST) return new Map(order.map((id, place) => [id, (place + 1) * GAP]))
    run.forEach((id, n) => positions.set(id, start + step * (n + 1)))
    from = to
  }
  return positions
}

/** Beyond the ends there is always room. */
function between(before: number | undefined, after: number | undefined, steps: number) {
  const start = before ?? (after === undefined ? 0 : after - steps * GAP)
  return { start, step: ((after ?? start + steps * GAP) - start) / steps }
}
