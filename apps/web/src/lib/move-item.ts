/** Moves one item to a new position; positions out of range are clamped. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items]
  const [item] = moved.splice(from, 1)
  if (item === undefined) return [...items]
  moved.splice(Math.max(0, Math.min(to, moved.length)), 0, item)
  return moved
}

export type Side = 'before' | 'after'

/**
 * The index of an item dropped before or after another one. Removing the dragged item first shifts everything behind it by
 * one.
 */
export const targetIndex = (from: number, over: number, side: Side) => {
  const gap = side === 'before' ? over : over + 1
  return from < gap ? gap - 1 : gap
}
