import { Database, metrics, singleFlight } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'

/** Lifetime of the cached sums. They change slowly, so they are not read from the database at every scrape. */
const CACHE_MS = 60_000
type Sums = { photos: number; originals: number; renditions: number }

const SELECT_SUMS = `
  SELECT coalesce(sum(photos), 0)::float8 AS photos, coalesce(sum(originals), 0)::float8 AS originals,
    coalesce(sum(small + medium + large), 0)::float8 AS renditions
  FROM accounts`

/** Metrics of the photos and bytes of all libraries. */
@Injectable()
export class LibraryMetrics implements OnApplicationBootstrap {
  private cached: { sums: Sums; at: number } | undefined
  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    const sums = singleFlight(() => this.read())
    const photos = { description: 'Photos in all libraries' }
    metrics.gauge('daymark.library.photos', photos, async () => (await sums()).photos)
    const stored = { description: 'Bytes stored for photos, originals and renditions', unit: 'By' as const }
    metrics.gauge('daymark.library.stored', stored, async () => {
      const { originals, renditions } = await sums()
      return [
        [originals, { kind: 'originals' }],
        [renditions, { kind: 'renditions' }],
      ]
    })
  }

  private async read(): Promise<Sums> {
    if (this.cached && performance.now() - this.cached.at < CACHE_MS) return this.cached.sums
    const [sums] = await this.db.sql<Sums>(SELECT_SUMS)
    if (!sums) throw new Error('the query returned no row')
    this.cached = { sums, at: performance.now() }
    return sums
  }
}
