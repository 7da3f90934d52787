/** Tags whose last invalidation is remembered. Entries live for seconds, in which fewer tags than this are invalidated. */
const MAX_TAGS = 100_000

/**
 * Records when each tag was last invalidated, as a count that all caches of a gateway share. Entries are compared with it when they are
 * read, so an invalidation does not touch entries and also applies to loads that are still running.
 */
export class Invalidations {
  /** Of all invalidations so far. A load notes it when it starts. */
  count = 0
  /** By tag, the count at its last invalidation; the oldest first. */
  private readonly last = new Map<string, number>()
  /** The highest count that was evicted: whether an older entry was invalidated is unknown. */
  private evicted = 0

  constructor(private readonly maxTags = MAX_TAGS) {}

  invalidate(tags: readonly string[]): void {
    this.count++
    for (const tag of tags) {
      this.last.delete(tag)
      this.last.set(tag, this.count)
    }
    while (this.last.size > this.maxTags) {
      const [[tag, count] = ['', 0]] = this.last
      this.last.delete(tag)
      this.evicted = count
    }
  }

  isCurrent({ startedAt, tags }: { startedAt: number; tags: readonly string[] }): boolean {
    if (tags.length === 0) return true
    return startedAt >= this.evicted && tags.every(tag => (this.last.get(tag) ?? 0) <= startedAt)
  }
}
