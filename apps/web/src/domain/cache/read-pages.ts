type PageQuery = { limit: string; offset: string }

/** Reads the first `pages` pages of a list at the same time. */
export const readPages = <T>(pages: number, pageSize: number, readPage: (query: PageQuery) => Promise<T>) =>
  Promise.all(
    Array.from({ length: pages }, (_, page) => readPage({ limit: String(pageSize), offset: String(page * pageSize) })),
  ) as Promise<[T, ...T[]]>
