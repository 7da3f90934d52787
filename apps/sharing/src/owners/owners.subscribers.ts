import { domainChanged, type EventOf, galleriesChanged, userAccessChanged, userDeleted } from '@daymark/contracts'
import {
  Clock,
  type Commit,
  Database,
  forgetDeadLetters,
  runInBatches,
  On,
  preparedStatement,
  type Subscriber,
} from '@daymark/platform'

const DELETE_LINKS = `
  DELETE FROM links WHERE id IN (SELECT id FROM links WHERE owner_id = $1 LIMIT $2) RETURNING id`
const DELETE_TRASHED_LINKS = `
  DELETE FROM trashed_links WHERE id IN (SELECT id FROM trashed_links WHERE owner_id = $1 LIMIT $2) RETURNING id`
const INSERT_TOMBSTONES =
  'INSERT INTO link_tombstones (link_id, deleted_at) SELECT id, $2 FROM unnest($1::uuid[]) id ON CONFLICT DO NOTHING'
const DELETE_ALBUMS = `
  DELETE FROM albums WHERE id IN (SELECT id FROM albums WHERE owner_id = $1 LIMIT $2) RETURNING id`
const DELETE_ALBUM_EVENT_PARTS = 'DELETE FROM album_event_parts WHERE album_id = ANY ($1::uuid[])'
const DELETE_ALBUM_PHOTOS = `
  DELETE FROM album_photos p USING (
    SELECT m.album_id, m.photo_id FROM album_photos m JOIN albums a ON a.id = m.album_id WHERE a.owner_id = $1 LIMIT $2) own
  WHERE p.album_id = own.album_id AND p.photo_id = own.photo_id RETURNING p.photo_id`
const DELETE_PHOTOS = `
  DELETE FROM photos WHERE id IN (SELECT id FROM photos WHERE owner_id = $1 LIMIT $2) RETURNING id`

/** Deletes the data of a deleted account. The job DeleteVisits deletes the visits later, as for any deleted link. */
@On(userDeleted, { asJob: true })
export class DeleteSharingData implements Subscriber<typeof userDeleted> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    const endedAt = this.clock.now()
    for (const links of [DELETE_LINKS, DELETE_TRASHED_LINKS])
      await runInBatches<{ id: string }>(this.db, [links, userId], {
        onBatch: (tx, deleted) => tx.send(INSERT_TOMBSTONES, [deleted.map(({ id }) => id), endedAt]),
      })
    await runInBatches(this.db, [DELETE_ALBUM_PHOTOS, userId])
    await runInBatches<{ id: string }>(this.db, [DELETE_ALBUMS, userId], {
      onBatch: (tx, deleted) => tx.send(DELETE_ALBUM_EVENT_PARTS, [deleted.map(({ id }) => id)]),
    })
    await runInBatches(this.db, [DELETE_PHOTOS, userId])
    await commit(async tx => {
      forgetDeadLetters(tx, userId)
      const [domain] = await tx.sql<{ host: string }>('DELETE FROM domains WHERE owner_id = $1 RETURNING host', [
        userId,
      ])
      if (domain) tx.emit(domainChanged, userId, { ownerId: userId, hosts: [domain.host] })
      for (const table of [
        'link_slugs',
        'brands',
        'presets',
        'studio_pages',
        'studio_page_names',
        'watermarks',
        'mail_preferences',
        'unsubscribes',
        'upload_links',
      ])
        tx.send(`DELETE FROM ${table} WHERE owner_id = $1`, [userId])
      for (const table of ['plans', 'user_access']) tx.send(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
    })
  }
}

const STORE_ACCESS = preparedStatement(`
  INSERT INTO user_access (user_id, version, suspended) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET version = $2, suspended = $3 WHERE user_access.version < $2 RETURNING user_id`)

/**
 * Closes the galleries of a suspended owner and reopens them after the suspension. Ignores events without `suspended`, such as events about
 * a temporary password.
 */
@On(userAccessChanged)
export class StoreSharingAccess implements Subscriber<typeof userAccessChanged> {
  async on({ data }: EventOf<typeof userAccessChanged>, commit: Commit) {
    const { userId, version, suspended } = data
    if (suspended === undefined) return commit(async () => {})
    await commit(async tx => {
      const [stored] = await tx.sql(STORE_ACCESS, [userId, version, suspended])
      if (stored) tx.emit(galleriesChanged, userId, { ownerId: userId, version, open: !suspended })
    })
  }
}
