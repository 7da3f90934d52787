/** Processes items with limited concurrency. The first failure ends it. */
export async function atOnce<T>(limit: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  let isOver = false
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !isOver; next = waiting.next()) await work(next.value)
  }
  const workers = Array.from({ length: limit }, () =>
    worker().catch((error: unknown) => {
      isOver = true
      throw error
    }),
  )
  const failed = (await Promise.allSettled(workers)).find(result => result.status === 'rejected')
  if (failed) throw failed.reason
}
