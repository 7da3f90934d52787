type PageQuery = { limit: string; offset: string }

/** Reads the first `pageCount` pages of a list at the same time. */
export const readPages = <T>(pageCount: number, pageSize: number, readPage: (query: PageQuery) => Promise<T>) =>
  Promise.all(
    Array.from({ length: pageCount }, (_, page) =>
      readPage({ limit: String(pageSize), offset: String(page * pageSize) }),
    ),
  ) as Promise<[T, ...T[]]>
