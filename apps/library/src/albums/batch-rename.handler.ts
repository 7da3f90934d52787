import { errors, library, MAX_TITLE, requirePlan, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, idOr, Plans, type Handler } from '@daymark/platform'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import { emitPhotosUpdated } from '../photos/photo-events.ts'
import { line } from '../text.ts'
import { findAlbum } from './find-album.ts'

/** All or nothing; the plan and the memberships are checked here, whatever the client did (L-ROLE-03, rule 23). */
@Handles(library.batchRename)
export class BatchRename implements Handler<typeof library.batchRename> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle({ id, updates }: Input<typeof library.batchRename>, actor: Actor) {
    const album = await findAlbum(this.db.em, id, actor.userId)
    if (album.isFavorites) throw errors.FAVORITES_FIXED()
    requirePlan(await this.plans.of(actor.userId), 'canUseBatchRename', 'Batch rename')
    const titles = new Map(updates.map(u => [idOr(notHere, u.id), line(u.title, MAX_TITLE, 'A title')]))
    return this.db.commit(tx => changeLibrary(tx, actor.userId, this.clock.now(), own => rename(own, album.id, titles)))
  }
}

const notHere = () => errors.INVALID_INPUT({ reason: 'updates names a photo that is not in this album.' })

async function rename({ tx, ownerId, now }: Library, albumId: string, titles: Map<string, string>) {
  await findAlbum(tx.em, albumId, ownerId)
  const ids = [...titles.keys()]
  const members = await tx.sql('SELECT 1 FROM album_photos WHERE album_id = $1 AND photo_id = ANY($2::uuid[])', [
    albumId,
    ids,
  ])
  if (members.length < ids.length) throw notHere()
  const renamed = await tx.sql<{ id: string }>(
    `WITH renamed AS (
       UPDATE photos p SET title = new.title, version = version + 1, updated_at = $3
       FROM unnest($1::uuid[], $2::text[]) AS new(id, title) WHERE p.id = new.id AND p.title <> new.title RETURNING p.id)
     SELECT id FROM renamed`,
    [ids, [...titles.values()], now],
  )
  await emitPhotosUpdated(
    tx,
    renamed.map(row => row.id),
  )
  return { renamed: ids.length }
}
