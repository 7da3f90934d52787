import { POSITION_GAP } from '../albums/change-album.ts'
import type { OrderedItem } from './album-order.ts'

/** Minimum distance between positions. If new positions would be closer together, all positions of the album are computed again. */
const MIN_POSITION_GAP = 1 / 1024

/**
 * Computes the position of each item for a new order. `before`: the items with their present positions; `moved`: the ids of items that get
 * new positions. The other items keep their positions, unless there is no space between them.
 */
export function computePositions(order: readonly string[], before: readonly OrderedItem[], moved: ReadonlySet<string>) {
  const unmoved = new Map(before.filter(({ id }) => !moved.has(id)).map(({ id, position }) => [id, position]))
  const positionAt = (index: number) => unmoved.get(order[index] ?? '')
  const positions = new Map(unmoved)
  for (let firstMoved = 0; firstMoved < order.length; firstMoved++) {
    let nextUnmoved = firstMoved
    while (nextUnmoved < order.length && positionAt(nextUnmoved) === undefined) nextUnmoved++
    const itemsBetween = order.slice(firstMoved, nextUnmoved)
    const { start, step } = computeSpacing(positionAt(firstMoved - 1), positionAt(nextUnmoved), itemsBetween.length + 1)
    if (itemsBetween.length > 0 && step < MIN_POSITION_GAP)
      return new Map(order.map((id, index) => [id, (index + 1) * POSITION_GAP]))
    itemsBetween.forEach((id, n) => positions.set(id, start + step * (n + 1)))
    firstMoved = nextUnmoved
  }
  return positions
}

/**
 * Computes the start and the distance of new positions between two items. `before` is undefined at the start of the album, `after` at its
 * end.
 */
function computeSpacing(before: number | undefined, after: number | undefined, steps: number) {
  const start = before ?? (after === undefined ? 0 : after - steps * POSITION_GAP)
  return { start, step: ((after ?? start + steps * POSITION_GAP) - start) / steps }
}
