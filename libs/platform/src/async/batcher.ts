type QueuedItem<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

/** Collects the items that arrive while a batch is processed, and processes them together as the next batch. */
export class Batcher<T, R> {
  private readonly waiting: QueuedItem<T, R>[] = []
  private isWorking = false

  /** `work` returns one result for each item, in the same order. */
  constructor(
    private readonly work: (items: T[]) => Promise<R[]>,
    private readonly maxBatch: number,
  ) {}

  add(item: T): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    this.waiting.push({ item, resolve, reject })
    if (!this.isWorking) void this.run()
    return promise
  }

  private async run(): Promise<void> {
    this.isWorking = true
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.maxBatch)
      try {
        const results = await this.work(batch.map(({ item }) => item))
        for (const [n, { resolve }] of batch.entries()) resolve(results[n] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.isWorking = false
  }
}
