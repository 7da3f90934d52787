type QueuedItem<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

/** Collects the items that arrive while a batch is processed, and processes them together as the next batch. */
export class Batcher<T, R> {
  private readonly queuedItems: QueuedItem<T, R>[] = []
  private isProcessing = false

  /** `processBatch` returns one result for each item, in the same order. */
  constructor(
    private readonly processBatch: (items: T[]) => Promise<R[]>,
    private readonly maxBatchSize: number,
  ) {}

  add(item: T): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    this.queuedItems.push({ item, resolve, reject })
    if (!this.isProcessing) void this.processQueue()
    return promise
  }

  private async processQueue(): Promise<void> {
    this.isProcessing = true
    while (this.queuedItems.length > 0) {
      const batch = this.queuedItems.splice(0, this.maxBatchSize)
      try {
        const results = await this.processBatch(batch.map(({ item }) => item))
        for (const [n, { resolve }] of batch.entries()) resolve(results[n] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.isProcessing = false
  }
}
