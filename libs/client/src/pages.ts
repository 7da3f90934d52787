type Position = { cursor?: string; offset?: number }
type Page = { next_cursor?: string | null; total?: number; offset?: number }

/** Iterates over a list page by page, by cursor if the list has one, else by offset. */
export async function* everything<P extends Page, T>(
  read: (position: Position) => Promise<P>,
  items: (page: P) => readonly T[],
): AsyncGenerator<T, void, undefined> {
  let position: Position | undefined = {}
  const seen = new Set<string>()
  while (position) {
    const key = JSON.stringify(position)
    if (seen.has(key)) throw new Error('The server returned a page of this list twice.')
    seen.add(key)
    const page: P = await read(position)
    const found = items(page)
    yield* found
    position = next(page, found.length)
  }
}

function next({ next_cursor: cursor, total = 0, offset = 0 }: Page, count: number): Position | undefined {
  if (cursor !== undefined) return cursor === null ? undefined : { cursor }
  return count > 0 && offset + count < total ? { offset: offset + count } : undefined
}
