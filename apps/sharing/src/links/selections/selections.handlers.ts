import { type Actor, errors, type Input, linkCreated, type SelectionView, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers, type Tx } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { setListed } from '../../sites/studio-pages/studio-page-changes.ts'
import { findGalleryPhotos } from '../gallery/gallery-photos.ts'
import { newLinkToken } from '../link-addresses.ts'
import { LinkSettingsValidator } from '../link-settings.ts'
import { requestWatermarkRendering } from '../link-watermark.ts'
import { Link } from '../link.entity.ts'
import { linkAuditTarget } from '../own-links.ts'
import { lockForOrderChange, recordFirstShown } from '../read-model/gallery-version.ts'
import { findOwnSelection } from './selection.ts'

type OwnershipCounts = { own: number; foreignOrDeleted: number }

@RpcHandlers()
export class SelectionHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly validator: LinkSettingsValidator,
  ) {}

  /**
   * Creates a selection and its first link. A selection is a row of `albums` that exists only in this service, so that gallery, ZIP and
   * statistics handle it like an album.
   */
  @Handles(sharing.createSelection)
  async createSelection({ photoIds, title, ...requested }: Input<typeof sharing.createSelection>, actor: Actor) {
    const ids = [...new Set(photoIds)]
    const settings = await this.validator.validate(requested, actor, [title ?? ''])
    await this.assertOwnPhotos(ids, actor)
    const now = this.clock.now()
    const selectionId = randomUUIDv7()
    const link = Link.create(selectionId, actor.userId, { id: randomUUIDv7(), token: newLinkToken(), createdAt: now })
    link.kind = 'selection'
    link.applySettings(settings, now)
    const name = title?.trim() || (ids.length === 1 ? '1 photo' : `${ids.length} photos`)
    return this.db.commit(async tx => {
      lockForOrderChange(tx, actor.userId)
      await insertSelection(tx, { selectionId, ownerId: actor.userId, title: name, ids })
      await setListed(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      tx.emit(linkCreated, link.id, link.eventState(now), actor)
      tx.audit(actor, 'link.created', linkAuditTarget(link, name))
      if (link.watermark) await requestWatermarkRendering(tx, link)
      return link.view(name, now)
    })
  }

  /**
   * Throws PHOTO_NOT_FOUND if a photo does not exist, is deleted or belongs to another user. Waits for photos whose event has not arrived
   * yet.
   */
  private async assertOwnPhotos(ids: string[], actor: Actor): Promise<void> {
    if (!isId(actor.userId) || !ids.every(isId)) throw errors.PHOTO_NOT_FOUND()
    const areAllOwn = await this.db.pollUntilFound(async () => {
      const [counts] = await this.db.sql<OwnershipCounts>(
        `SELECT count(*) FILTER (WHERE owner_id = $2 AND NOT deleted)::int AS own,
                count(*) FILTER (WHERE owner_id <> $2 OR deleted)::int AS "foreignOrDeleted"
         FROM photos WHERE id = ANY($1::uuid[])`,
        [ids, actor.userId],
      )
      if (counts?.foreignOrDeleted) throw errors.PHOTO_NOT_FOUND()
      return counts?.own === ids.length || undefined
    })
    if (!areAllOwn) throw errors.PHOTO_NOT_FOUND()
  }

  @Handles(sharing.addSelectionLink)
  async addSelectionLink({ selectionId, ...requested }: Input<typeof sharing.addSelectionLink>, actor: Actor) {
    const { id, title } = await findOwnSelection(this.db, selectionId, actor)
    const settings = await this.validator.validate(requested, actor, [title])
    const now = this.clock.now()
    const link = Link.create(id, actor.userId, { id: randomUUIDv7(), token: newLinkToken(), createdAt: now })
    link.kind = 'selection'
    link.applySettings(settings, now)
    return this.db.commit(async tx => {
      const locked = await tx.sql('SELECT id FROM albums WHERE id = $1 FOR SHARE', [id])
      if (!locked.length) throw errors.ALBUM_NOT_FOUND()
      await setListed(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      tx.emit(linkCreated, link.id, link.eventState(now), actor)
      tx.audit(actor, 'link.created', linkAuditTarget(link, title))
      if (link.watermark) await requestWatermarkRendering(tx, link)
      return link.view(title, now)
    })
  }

  @Handles(sharing.getSelection)
  async getSelection({ id }: Input<typeof sharing.getSelection>, actor: Actor) {
    const { ownerId, title } = await findOwnSelection(this.db, id, actor)
    const photos = await findGalleryPhotos<SelectionView['photos'][number]>(
      this.db,
      { albumId: id, ownerId },
      'id, filename, title, width, height, placeholder',
    )
    return { id, title, photos }
  }
}

type NewSelection = { selectionId: string; ownerId: string; title: string; ids: string[] }
async function insertSelection(tx: Tx, { selectionId, ownerId, title, ids }: NewSelection): Promise<void> {
  await tx.sql('INSERT INTO albums (id, owner_id, version, applied_version, title) VALUES ($1, $2, 1, 1, $3)', [
    selectionId,
    ownerId,
    title,
  ])
  await tx.sql(
    `INSERT INTO album_photos (album_id, photo_id, version, present, position)
     SELECT $1, photo_id, 1, true, position FROM unnest($2::uuid[]) WITH ORDINALITY AS chosen (photo_id, position)`,
    [selectionId, ids],
  )
  await recordFirstShown(tx, selectionId, ids)
}
