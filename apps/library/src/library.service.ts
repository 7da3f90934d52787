import { Database, metrics, singleFlight, defineService, discover } from '@daymark/platform'
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { archivedAccount } from './archive/archived-account.ts'
import { LibraryConfig } from './config.ts'

/** How long the sums are cached, so that not every scrape of the metrics reads all accounts. */
const SUMS_CACHE_MS = 60_000
type StoredSums = { photos: number; originals: number; renditions: number }

const SELECT_SUMS = `
  SELECT coalesce(sum(photos), 0)::float8 AS photos, coalesce(sum(originals), 0)::float8 AS originals,
    coalesce(sum(small + medium + large), 0)::float8 AS renditions
  FROM accounts`

/** Publishes two metrics about all libraries: the number of photos and the stored bytes. */
@Injectable()
class LibraryMetrics implements OnApplicationBootstrap {
  private cached: { sums: StoredSums; readAtMs: number } | undefined
  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    const readSums = singleFlight(() => this.readSums())
    const photosMetric = { description: 'Photos in all libraries' }
    metrics.gauge('daymark.library.photos', photosMetric, async () => (await readSums()).photos)
    const storedMetric = { description: 'Bytes stored for photos, originals and renditions', unit: 'By' as const }
    metrics.gauge('daymark.library.stored', storedMetric, async () => {
      const { originals, renditions } = await readSums()
      return [
        [originals, { kind: 'originals' }],
        [renditions, { kind: 'renditions' }],
      ]
    })
  }

  private async readSums(): Promise<StoredSums> {
    if (this.cached && performance.now() - this.cached.readAtMs < SUMS_CACHE_MS) return this.cached.sums
    const [sums] = await this.db.sql<StoredSums>(SELECT_SUMS)
    if (!sums) throw new Error('the query returned no row')
    this.cached = { sums, readAtMs: performance.now() }
    return sums
  }
}

export const libraryService = defineService({
  ...(await discover(import.meta.dirname)),
  name: 'library',
  configs: [LibraryConfig],
  // every change of a library writes its row in `accounts`, so the row version identifies the state of the library
  resources: { library: { table: 'accounts', owner: 'user_id' } },
  archive: archivedAccount,
  providers: () => [LibraryMetrics],
})
