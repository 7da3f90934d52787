import { Clock, Database, Every, type Job, prepared } from '@daymark/platform'
import { changeKnownLibrary, type Library } from '../accounts/change-library.ts'
import { CLOCK } from '../photos/capture-column.ts'
import { emitPhotosUpdated } from '../photos/photo-events.ts'
import { addFacets, dropFacets } from '../photos/photo-facets.ts'

const BATCH = 500
type Row = { id: string; ownerId: string; isListed: boolean; isWrong: boolean }

/**
 * Photos that an earlier release processed have the moment of their capture in `taken_at`; it becomes the camera's clock (rule 137),
 * which their capture and EXIF say. Runs once over all photos, a few in each transaction.
 */
@Every('1m')
export class CorrectClocks implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    while (await this.correctSome());
  }

  private async correctSome(): Promise<boolean> {
    const [progress] = await this.db.sql<{ after: string }>('SELECT after FROM camera_clock_progress')
    if (!progress) return false
    const rows = await this.db.sql<Row>(NEXT, [progress.after])
    const last = rows.at(-1)
    if (!last) {
      for (const table of ['photo_files', 'guest_uploads']) await this.db.sql(correct(table, CLOCK_DIFFERS))
      await this.db.sql('DELETE FROM camera_clock_progress')
      return false
    }
    const wrong = rows.filter(row => row.isWrong)
    for (const [ownerId, photos] of Map.groupBy(wrong, row => row.ownerId))
      await this.db.commit(tx => changeKnownLibrary(tx, ownerId, this.clock.now(), own => correctAll(own, photos)))
    await this.db.sql('UPDATE camera_clock_progress SET after = $1', [last.id])
    return true
  }
}

const CLOCK_DIFFERS = `${CLOCK} <> coalesce(p.taken_at, '-infinity')`
const NEXT = prepared(`
  SELECT p.id, p.owner_id AS "ownerId", p.deleted_at IS NULL AS "isListed", coalesce(${CLOCK_DIFFERS}, false) AS "isWrong"
  FROM photos p WHERE p.id > $1 ORDER BY p.id LIMIT ${BATCH}`)
const correct = (table: string, which: string, more = ''): string =>
  `UPDATE ${table} p SET taken_at = ${CLOCK}${more} WHERE ${which}`

/** Nobody edited the photos, so they keep when they were changed; what was made of their dates follows. */
async function correctAll(own: Library, photos: Row[]): Promise<void> {
  const listed = photos.filter(photo => photo.isListed).map(({ id }) => id)
  dropFacets(own, listed)
  await own.tx.sql(correct('photos', 'p.id = ANY($1::uuid[])', ', version = version + 1'), [photos.map(({ id }) => id)])
  addFacets(own, listed)
  await emitPhotosUpdated(own.tx, listed)
}
