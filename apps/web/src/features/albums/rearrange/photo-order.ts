/** L-AD-14: the last photo becomes the first. */
export const reverseItems = <T>(items: readonly T[]): T[] => [...items].reverse()

/** "Move to position" counts from 1, as people do; what is no number or out of range is refused (null). */
export function readPosition(text: string, total: number): number | null {
  const position = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return position >= 1 && position <= total ? position - 1 : null
}

/**
 * The order shown while a server answer is older than what the person arranged: known photos in the arranged order,
 * photos that joined meanwhile at the end, photos that are gone left out.
 */
export function applyOrder<T extends { id: string }>(photos: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(photos.map(photo => [photo.id, photo]))
  const arranged = order.flatMap(id => byId.get(id) ?? [])
  const known = new Set(order)
  return [...arranged, ...photos.filter(photo => !known.has(photo.id))]
}

/** Photos that were taken out come back behind the one they stood behind, wherever that is now; `before` is the old order. */
export function restoreOrder(now: readonly string[], before: readonly string[], back: ReadonlySet<string>): string[] {
  const order = now.filter(id => !back.has(id))
  before.forEach((id, index) => {
    if (!back.has(id)) return
    const neighbour = before.slice(0, index).findLast(other => order.includes(other))
    order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, id)
  })
  return order
}
