import { type EventOf, photoPurged, subscriptionChanged, userDeleted } from '@daymark/contracts'
import {
  Clock,
  type Commit,
  Database,
  forgetDeadLetters,
  inBatches,
  On,
  Plans,
  type Subscriber,
} from '@daymark/platform'
import { deletePhotos, purged, type PurgedRow } from '../photos/purge-photos.job.ts'
import { changeLibrary } from './change-library.ts'

/** Each new user has a subscription, so this also creates the library and its Favorites. */
@On(subscriptionChanged)
export class RememberPlan implements Subscriber<typeof subscriptionChanged> {
  constructor(
    private readonly plans: Plans,
    private readonly clock: Clock,
  ) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(tx => changeLibrary(tx, data.userId, this.clock.now(), async () => this.plans.remember(tx, data)))
  }
}

const some = (table: string): string =>
  `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE owner_id = $1 LIMIT $2) RETURNING id`

const RECEIVED = `
  DELETE FROM guest_uploads WHERE id IN (SELECT id FROM guest_uploads WHERE owner_id = $1 LIMIT $2)
  RETURNING id, owner_id, object_key, state`

/** Deletes the library of a deleted user: first photos, as in a purge, so that media removes their objects, then all other rows. */
@On(userDeleted, { asJob: true })
export class ForgetLibrary implements Subscriber<typeof userDeleted> {
  constructor(private readonly db: Database) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    const photos = deletePhotos('id IN (SELECT id FROM photos WHERE owner_id = $1 LIMIT $2)')
    await inBatches<PurgedRow>(this.db, [photos, userId], (tx, gone) => {
      for (const row of gone) tx.emit(photoPurged, row.id, purged(row))
    })
    await inBatches<PurgedRow & { state: string }>(this.db, [RECEIVED, userId], (tx, gone) => {
      for (const row of gone) if (row.state === 'waiting') tx.emit(photoPurged, row.id, purged(row))
    })
    for (const table of ['albums', 'tags', 'trash']) await inBatches(this.db, [some(table), userId])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      for (const table of ['photo_block_counts', 'photo_facets', 'pending_uploads'])
        void tx.sql(`DELETE FROM ${table} WHERE owner_id = $1`, [userId])
      for (const table of ['accounts', 'plans', 'staged_rows'])
        void tx.sql(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }
}
