import { type Actor, type Input, linkChanged, linkCreated, linkRevoked, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { lockExistingAlbum, ReadModelSync } from './read-model/read-model-sync.ts'
import { addToWaitingList } from '../proofing/first-look/waiting-list.ts'
import { assignSlug, newLinkToken } from './link-addresses.ts'
import { deleteUnlinkedSelection } from './selections/selection.ts'
import { setListed, lockStudioPage } from '../sites/studio-pages/studio-page-changes.ts'
import { LinkTrash } from './trash/trashed-links.ts'
import { requestWatermarkRendering } from './link-watermark.ts'
import { linkAuditTarget, lockOwnLink } from './own-links.ts'
import { LinkSettingsValidator } from './link-settings.ts'
import { Link } from './link.entity.ts'

@RpcHandlers()
export class LinkHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly readModel: ReadModelSync,
    private readonly validator: LinkSettingsValidator,
    private readonly trash: LinkTrash,
  ) {}

  @Handles(sharing.createLink)
  async createLink(input: Input<typeof sharing.createLink>, actor: Actor) {
    const { albumId, albumTitle, albumVersion, ...requested } = input
    const settings = await this.validator.validate(requested, actor, [albumTitle])
    await this.readModel.waitForAlbum(albumId, actor.userId, albumVersion)
    const now = this.clock.now()
    const link = Link.create(albumId, actor.userId, { id: randomUUIDv7(), token: newLinkToken(), createdAt: now })
    link.applySettings(settings, now)
    return this.db.commit(async tx => {
      await lockExistingAlbum(tx, albumId)
      await setListed(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      await assignSlug(tx, link, null, now)
      tx.emit(linkCreated, link.id, link.eventState(now), actor)
      tx.audit(actor, 'link.created', linkAuditTarget(link, albumTitle))
      if (link.watermark) await requestWatermarkRendering(tx, link)
      return link.view(albumTitle, now)
    })
  }

  @Handles(sharing.deleteLink)
  async deleteLink({ id }: Input<typeof sharing.deleteLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      tx.audit(actor, 'link.revoked', linkAuditTarget(link, albumTitle), { deleted: true })
      const now = this.clock.now()
      // a deleted link must also reach the subscribers of revocations; if its album is deleted, they receive the event of the album instead
      if (!link.revoked) tx.emit(linkRevoked, link.id, link.deletedState(now), actor)
      await this.trash.moveToTrash(tx, [link], { title: albumTitle, now, withAlbum: false, actor })
      if (link.kind === 'selection') await deleteUnlinkedSelection(tx, link.albumId)
      return { success: true as const }
    })
  }

  /** Undoes a revocation. If the link has expired, it stays expired until its owner changes the date. */
  @Handles(sharing.reinstateLink)
  async reinstateLink({ id }: Input<typeof sharing.reinstateLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      const now = this.clock.now()
      if (link.revoked) {
        link.setRevoked(false, now)
        await tx.em.save(link)
        tx.emit(linkChanged, link.id, link.eventState(now), actor)
        tx.audit(actor, 'link.reinstated', linkAuditTarget(link, albumTitle))
      }
      return link.view(albumTitle, now)
    })
  }

  @Handles(sharing.revokeLink)
  async revokeLink({ id }: Input<typeof sharing.revokeLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      const now = this.clock.now()
      if (!link.revoked) {
        link.setRevoked(true, now)
        await tx.em.save(link)
        tx.emit(linkRevoked, link.id, link.eventState(now), actor)
        tx.audit(actor, 'link.revoked', linkAuditTarget(link, albumTitle))
      }
      return link.view(albumTitle, now)
    })
  }

  @Handles(sharing.updateLink)
  async updateLink({ id, byMail = false, ...requested }: Input<typeof sharing.updateLink>, actor: Actor) {
    const publicTexts = requested.password ? await this.findPublicTexts(id, actor) : []
    const settings = await this.validator.validate(requested, actor, publicTexts)
    return this.db.commit(async tx => {
      if (settings.listed !== undefined) lockStudioPage(tx, actor.userId)
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      const now = this.clock.now()
      const { slug: formerSlug, watermark: hadWatermark, firstLook: hadFirstLook } = link
      link.applySettings(settings, now)
      await setListed(tx, link, settings.listed)
      await tx.em.save(link)
      await assignSlug(tx, link, formerSlug, now)
      if (byMail && link.firstLook && !hadFirstLook) await addToWaitingList(tx, link, now)
      tx.emit(linkChanged, link.id, link.eventState(now), actor)
      if (link.watermark && !hadWatermark) await requestWatermarkRendering(tx, link)
      return link.view(albumTitle, now)
    })
  }

  private async findPublicTexts(id: string, { userId }: Actor): Promise<string[]> {
    if (!isId(id) || !isId(userId)) return []
    const [row] = await this.db.sql<{ title: string; slug: string | null }>(
      'SELECT a.title, l.slug FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2',
      [id, userId],
    )
    return row ? [row.title, row.slug ?? ''] : []
  }
}
