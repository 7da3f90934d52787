/** L-AD-14: the last photo becomes the first. */
export const reverseItems = <T>(items: readonly T[]): T[] => [...items].reverse()

/** "Move to position" counts from 1; null if the input is no number or out of range. */
export function readPosition(text: string, total: number): number | null {
  const position = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return position >= 1 && position <= total ? position - 1 : null
}

/**
 * The order on screen while the server's is older: known photos in the arranged order, added photos at the end, removed
 * photos left out.
 */
export function applyOrder<T extends { id: string }>(photos: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(photos.map(photo => [photo.id, photo]))
  const arranged = order.flatMap(id => byId.get(id) ?? [])
  const known = new Set(order)
  return [...arranged, ...photos.filter(photo => !known.has(photo.id))]
}

/** Restored photos are placed behind their previous neighbor, wherever it is now; `before` is the old order. */
export function restoreOrder(now: readonly string[], before: readonly string[], back: ReadonlySet<string>): string[] {
  const order = now.filter(id => !back.has(id))
  before.forEach((id, index) => {
    if (!back.has(id)) return
    const neighbour = before.slice(0, index).findLast(other => order.includes(other))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id)
  })
  return order
}
