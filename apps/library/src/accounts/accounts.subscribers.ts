import { type EventOf, photoPurged, subscriptionChanged, userDeleted } from '@daymark/contracts'
import {
  Clock,
  type Commit,
  Database,
  forgetDeadLetters,
  runInBatches,
  On,
  Plans,
  type Subscriber,
} from '@daymark/platform'
import { deletePhotosSql, toPurgedPhoto, type PurgedRow } from '../photos/purge-photos.job.ts'
import { changeLibrary } from './change-library.ts'

/** Stores the user's plan. Every new user gets a subscription, so the first of these events also creates their library with Favorites. */
@On(subscriptionChanged)
export class SaveLibraryPlan implements Subscriber<typeof subscriptionChanged> {
  constructor(
    private readonly plans: Plans,
    private readonly clock: Clock,
  ) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(tx => changeLibrary(tx, data.userId, this.clock.now(), async () => this.plans.save(tx, data)))
  }
}

const deleteBatchSql = (table: string): string =>
  `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE owner_id = $1 LIMIT $2) RETURNING id`

const DELETE_RECEIVED_FILES = `
  DELETE FROM guest_uploads WHERE id IN (SELECT id FROM guest_uploads WHERE owner_id = $1 LIMIT $2)
  RETURNING id, owner_id, object_key, state`

/**
 * Deletes the library of a deleted user. First deletes photos and pending guest files and publishes an event for each file, on which the
 * media service deletes the stored bytes; then deletes all other rows.
 */
@On(userDeleted, { asJob: true })
export class DeleteLibrary implements Subscriber<typeof userDeleted> {
  constructor(private readonly db: Database) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    const photos = deletePhotosSql('id IN (SELECT id FROM photos WHERE owner_id = $1 LIMIT $2)')
    await runInBatches<PurgedRow>(this.db, [photos, userId], {
      onBatch(tx, rows) {
        for (const row of rows) tx.emit(photoPurged, row.id, toPurgedPhoto(row))
      },
    })
    await runInBatches<PurgedRow & { state: string }>(this.db, [DELETE_RECEIVED_FILES, userId], {
      onBatch(tx, rows) {
        for (const row of rows) if (row.state === 'waiting') tx.emit(photoPurged, row.id, toPurgedPhoto(row))
      },
    })
    for (const table of ['albums', 'tags', 'trash']) await runInBatches(this.db, [deleteBatchSql(table), userId])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      for (const table of ['photo_block_counts', 'photo_facets', 'pending_uploads'])
        tx.send(`DELETE FROM ${table} WHERE owner_id = $1`, [userId])
      for (const table of ['accounts', 'plans', 'staged_rows'])
        tx.send(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }
}
