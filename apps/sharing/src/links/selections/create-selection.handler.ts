import { randomUUIDv7 } from 'node:crypto'
import { act, errors, linkCreated, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler, type Tx } from '@daymark/platform'
import { announceWatermark } from '../announce-watermark.ts'
import { linkTarget } from '../audited-link.ts'
import { orderChanges } from '../read-model/gallery-changes.ts'
import { shownSince } from '../read-model/shown-since.ts'
import { CheckedSettings } from '../checked-settings.ts'
import { linkToken } from '../link-token.ts'
import { Link } from '../link.entity.ts'
import { listLink } from '../../sites/studio-pages/list-link.ts'

type Counted = { mine: number; others: number }

/** An album-like row of our own, so that gallery, ZIP, tracking and all else that is made of albums work as they do. */
@Handles(sharing.createSelection)
export class CreateSelection implements Handler<typeof sharing.createSelection> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly checked: CheckedSettings,
  ) {}

  async handle({ photoIds, title, ...wanted }: Input<typeof sharing.createSelection>, actor: Actor) {
    const ids = [...new Set(photoIds)]
    const settings = await this.checked.of(wanted, actor, [title ?? ''])
    await this.assureOwn(ids, actor)
    const now = this.clock.now()
    const selectionId = randomUUIDv7()
    const link = Link.for(selectionId, actor.userId, { id: randomUUIDv7(), token: linkToken(), createdAt: now })
    link.kind = 'selection'
    link.set(settings, now)
    const called = title?.trim() || (ids.length === 1 ? '1 photo' : `${ids.length} photos`)
    return this.db.commit(async tx => {
      orderChanges(tx, actor.userId)
      await insertSelection(tx, { selectionId, ownerId: actor.userId, title: called, ids })
      await listLink(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      tx.emit(linkCreated, link.id, link.state(now), actor)
      tx.emit(sharingAudited, ...act(actor, 'link.created', linkTarget(link, called)))
      if (link.watermark) await announceWatermark(tx, link)
      return link.view(called, now)
    })
  }

  /** What was just uploaded may not have been heard of yet; what belongs to somebody else is no photo of the caller's. */
  private async assureOwn(ids: string[], actor: Actor): Promise<void> {
    if (!isId(actor.userId) || !ids.every(isId)) throw errors.PHOTO_NOT_FOUND()
    const found = await this.db.pollUntilFound(async () => {
      const [counted] = await this.db.sql<Counted>(
        `SELECT count(*) FILTER (WHERE owner_id = $2 AND NOT deleted)::int AS mine,
                count(*) FILTER (WHERE owner_id <> $2 OR deleted)::int AS others
         FROM photos WHERE id = ANY($1::uuid[])`,
        [ids, actor.userId],
      )
      if (counted?.others) throw errors.PHOTO_NOT_FOUND()
      return counted?.mine === ids.length || undefined
    })
    if (!found) throw errors.PHOTO_NOT_FOUND()
  }
}

type NewSelection = { selectionId: string; ownerId: string; title: string; ids: string[] }
async function insertSelection(tx: Tx, { selectionId, ownerId, title, ids }: NewSelection): Promise<void> {
  await tx.sql('INSERT INTO albums (id, owner_id, version, reached, title) VALUES ($1, $2, 1, 1, $3)', [
    ...[selectionId, ownerId, title],
  ])
  await tx.sql(
    `INSERT INTO placements (album_id, photo_id, version, present, position)
     SELECT $1, photo_id, 1, true, place FROM unnest($2::uuid[]) WITH ORDINALITY AS chosen (photo_id, place)`,
    [selectionId, ids],
  )
  await shownSince(tx, selectionId, ids)
}
