type PagePosition = { cursor?: string; offset?: number }
type Page = { next_cursor?: string | null; total?: number; offset?: number }

/** Iterates over a list page by page, by cursor if the list has one, else by offset. */
export async function* iteratePages<P extends Page, T>(
  read: (position: PagePosition) => Promise<P>,
  items: (page: P) => readonly T[],
): AsyncGenerator<T, void, undefined> {
  let position: PagePosition | undefined = {}
  const requestedPositions = new Set<string>()
  while (position) {
    const key = JSON.stringify(position)
    if (requestedPositions.has(key)) throw new Error('The server returned a page of this list twice.')
    requestedPositions.add(key)
    const page: P = await read(position)
    const pageItems = items(page)
    yield* pageItems
    position = nextPosition(page, pageItems.length)
  }
}

function nextPosition({ next_cursor: cursor, total = 0, offset = 0 }: Page, count: number): PagePosition | undefined {
  if (cursor !== undefined) return cursor === null ? undefined : { cursor }
  return count > 0 && offset + count < total ? { offset: offset + count } : undefined
}
