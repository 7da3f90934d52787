/** Tags whose last invalidation is remembered. Entries live for seconds, in which fewer tags than this are invalidated. */
const MAX_TAGS = 100_000

/**
 * Records when each tag was last invalidated, as a count that all caches of a gateway share. Entries are compared with it when they are
 * read, so an invalidation does not touch entries and also applies to loads that are still running.
 */
export class Invalidations {
  /** Number of invalidations so far. A load records it when it starts. */
  count = 0
  /** For each tag, `count` at its last invalidation; the oldest first. */
  private readonly lastInvalidations = new Map<string, number>()
  /**
   * The highest count that was removed from the map. Entries of older loads are treated as outdated, because their tags may have been
   * removed.
   */
  private evicted = 0

  constructor(private readonly maxTags = MAX_TAGS) {}

  invalidate(tags: readonly string[]): void {
    this.count++
    for (const tag of tags) {
      this.lastInvalidations.delete(tag)
      this.lastInvalidations.set(tag, this.count)
    }
    while (this.lastInvalidations.size > this.maxTags) {
      const [[tag, count] = ['', 0]] = this.lastInvalidations
      this.lastInvalidations.delete(tag)
      this.evicted = count
    }
  }

  isCurrent({ startedAt, tags }: { startedAt: number; tags: readonly string[] }): boolean {
    if (tags.length === 0) return true
    return startedAt >= this.evicted && tags.every(tag => (this.lastInvalidations.get(tag) ?? 0) <= startedAt)
  }
}
