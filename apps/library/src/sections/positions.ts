import { GAP } from '../albums/change-album.ts'
import type { Item } from './album-order.ts'

/** If positions would be closer than this, the whole album is renumbered. */
const MIN_GAP = 1 / 1024

/** The positions of an order. Items that did not move keep their positions, unless there is no room between them. */
export function positionsOf(order: readonly string[], before: readonly Item[], moved: ReadonlySet<string>) {
  const known = new Map(before.filter(({ id }) => !moved.has(id)).map(({ id, position }) => [id, position]))
  const at = (place: number) => known.get(order[place] ?? '')
  const positions = new Map(known)
  for (let from = 0; from < order.length; from++) {
    let to = from
    while (to < order.length && at(to) === undefined) to++
    const run = order.slice(from, to)
    const { start, step } = between(at(from - 1), at(to), run.length + 1)
    if (run.length > 0 && step < MIN_GAP) return new Map(order.map((id, place) => [id, (place + 1) * GAP]))
    run.forEach((id, n) => positions.set(id, start + step * (n + 1)))
    from = to
  }
  return positions
}

/** Start and distance of new positions between two items; either item is undefined at an end. */
function between(before: number | undefined, after: number | undefined, steps: number) {
  const start = before ?? (after === undefined ? 0 : after - steps * GAP)
  return { start, step: ((after ?? start + steps * GAP) - start) / steps }
}
