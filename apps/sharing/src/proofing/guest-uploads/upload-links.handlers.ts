import { type Actor, errors, type Input, sharing, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import { Clock, Database, Handles, isId, preparedStatement, RpcHandlers, type Tx } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { randomUUIDv7 } from 'node:crypto'
import { GalleryAccess } from '../../links/gallery/gallery-access.ts'
import { LinkPasswords } from '../../links/gallery/link-passwords.ts'
import { newLinkToken } from '../../links/link-addresses.ts'
import { lockExistingAlbum, ReadModelSync } from '../../links/read-model/read-model-sync.ts'
import { UploadLinkAccess } from './upload-link-access.ts'
import { UploadLink, uploadLinkAuditTarget } from './upload-link.entity.ts'

/** Finds and locks an upload link of the caller. Throws UPLOAD_LINK_NOT_FOUND, also for an upload link of another user. */
async function lockOwnUploadLink(tx: Tx, id: string, { userId }: Actor): Promise<UploadLink> {
  const link =
    isId(id) && isId(userId)
      ? await tx.em.findOne(UploadLink, { where: { id, ownerId: userId }, lock: { mode: 'pessimistic_write' } })
      : null
  if (!link) throw errors.UPLOAD_LINK_NOT_FOUND()
  return link
}

/** Throws SECTION_NOT_FOUND if the album does not have the section of the link. */
async function assertSectionExists(tx: Tx, { albumId, sectionId }: UploadLink): Promise<void> {
  if (sectionId === null) return
  if (!isId(sectionId)) throw errors.SECTION_NOT_FOUND()
  const rows = await tx.sql(
    'SELECT id FROM albums WHERE id = $1 AND sections @> jsonb_build_array(jsonb_build_object($2::text, $3::text))',
    [albumId, 'id', sectionId],
  )
  if (!rows.length) throw errors.SECTION_NOT_FOUND()
}

async function countGuests(tx: Pick<Tx, 'sql'>, linkIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.sql<{ id: string; guests: number }>(
    'SELECT link_id AS id, count(*)::int AS guests FROM upload_guests WHERE link_id = ANY ($1::uuid[]) GROUP BY link_id',
    [linkIds],
  )
  return new Map(rows.map(({ id, guests }) => [id, guests]))
}

@RpcHandlers()
export class UploadLinkHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly readModel: ReadModelSync,
    private readonly passwords: Passwords,
  ) {}

  /** Closes or reopens an upload link. Photos that were received through it are not affected. */
  @Handles(sharing.closeUploadLink)
  async closeUploadLink({ id, revoked }: Input<typeof sharing.closeUploadLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await lockOwnUploadLink(tx, id, actor)
      if (link.revoked !== revoked) {
        link.revoked = revoked
        await tx.em.save(link)
        const action = revoked ? 'upload-link.closed' : 'upload-link.opened'
        tx.audit(actor, action, uploadLinkAuditTarget(link))
      }
      return link.view((await countGuests(tx, [link.id])).get(link.id) ?? 0, this.clock.now())
    })
  }

  @Handles(sharing.createUploadLink)
  async createUploadLink(input: Input<typeof sharing.createUploadLink>, actor: Actor) {
    const { albumId, albumVersion, password, ...settings } = input
    const passwordHash = password ? await this.passwords.hash(password, actor.userId) : undefined
    await this.readModel.waitForAlbum(albumId, actor.userId, albumVersion)
    const now = this.clock.now()
    const link = UploadLink.create(albumId, actor.userId, { id: randomUUIDv7(), token: newLinkToken(), createdAt: now })
    link.applySettings({ ...settings, passwordHash })
    return this.db.commit(async tx => {
      await lockExistingAlbum(tx, albumId)
      await assertSectionExists(tx, link)
      await assertWithinLimits(tx, link)
      await tx.em.insert(UploadLink, link)
      tx.audit(actor, 'upload-link.created', uploadLinkAuditTarget(link))
      return link.view(0, now)
    })
  }

  /** Deletes an upload link permanently. Photos that were received through it belong to the library and remain. */
  @Handles(sharing.deleteUploadLink)
  async deleteUploadLink({ id }: Input<typeof sharing.deleteUploadLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const link = await lockOwnUploadLink(tx, id, actor)
      await tx.em.delete(UploadLink, link.id)
      tx.audit(actor, 'upload-link.deleted', uploadLinkAuditTarget(link))
      return { success: true as const }
    })
  }

  @Handles(sharing.listUploadLinks)
  async listUploadLinks({ albumId }: Input<typeof sharing.listUploadLinks>, { userId: ownerId }: Actor) {
    if (!isId(albumId) || !isId(ownerId)) return { links: [] }
    const links = await this.db.em.find(UploadLink, {
      where: { albumId, ownerId },
      order: { createdAt: 'DESC', id: 'DESC' },
    })
    const guests = await countGuests(
      this.db,
      links.map(({ id }) => id),
    )
    return { links: links.map(link => link.view(guests.get(link.id) ?? 0, this.clock.now())) }
  }

  /** Returns an upload link of the caller. Throws UPLOAD_LINK_NOT_FOUND, also for an upload link of another user. */
  @Handles(sharing.getUploadLink)
  async getUploadLink({ id }: Input<typeof sharing.getUploadLink>, { userId: ownerId }: Actor) {
    const link = isId(id) && isId(ownerId) ? await this.db.em.findOneBy(UploadLink, { id, ownerId }) : null
    if (!link) throw errors.UPLOAD_LINK_NOT_FOUND()
    return link.view((await countGuests(this.db, [link.id])).get(link.id) ?? 0, this.clock.now())
  }

  @Handles(sharing.updateUploadLink)
  async updateUploadLink({ id, password, ...settings }: Input<typeof sharing.updateUploadLink>, actor: Actor) {
    const removedOrUnchanged = password === undefined ? undefined : null
    const passwordHash = password ? await this.passwords.hash(password, actor.userId) : removedOrUnchanged
    return this.db.commit(async tx => {
      const link = await lockOwnUploadLink(tx, id, actor)
      link.applySettings({ ...settings, passwordHash })
      if (settings.sectionId) await assertSectionExists(tx, link)
      await tx.em.save(link)
      return link.view((await countGuests(tx, [link.id])).get(link.id) ?? 0, this.clock.now())
    })
  }
}

/** Locks the creation of upload links of an owner, so that concurrent requests cannot exceed the limits. */
const LOCK_OWNER = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 30))'
const COUNT_UPLOAD_LINKS = `
  SELECT count(*)::int AS account, (count(*) FILTER (WHERE album_id = $2))::int AS album FROM upload_links WHERE owner_id = $1`

async function assertWithinLimits(tx: Tx, { ownerId, albumId }: UploadLink): Promise<void> {
  await tx.sql(LOCK_OWNER, [ownerId])
  const [existing] = await tx.sql<{ account: number; album: number }>(COUNT_UPLOAD_LINKS, [ownerId, albumId])
  const isFull =
    existing && (existing.album >= UPLOAD_LINK_LIMITS.perAlbum || existing.account >= UPLOAD_LINK_LIMITS.perOwner)
  if (isFull) throw errors.UPLOAD_LINKS_FULL()
}

const RENEW_HASH = preparedStatement('UPDATE upload_links SET password_hash = $3 WHERE id = $1 AND password_hash = $2')

@RpcHandlers()
export class GuestUploadLinkHandlers {
  constructor(
    private readonly links: UploadLinkAccess,
    private readonly access: GalleryAccess,
    private readonly passwords: LinkPasswords,
  ) {}

  @Handles(sharing.nameUploadGuest)
  async nameUploadGuest({ name, address, ...credentials }: Input<typeof sharing.nameUploadGuest>) {
    return this.links.addGuest(await this.links.authorize(credentials), { name, address })
  }

  @Handles(sharing.openUploadLink)
  async openUploadLink({ key, ...credentials }: Input<typeof sharing.openUploadLink>) {
    const link = await this.links.authorize(credentials)
    const { id: linkId, ownerId, albumId, title, greeting, approve, sectionId, maxPhotos, maxPhotosPerGuest } = link
    const bytes = link.maxBytes === null ? null : Number(link.maxBytes)
    return {
      linkId,
      ownerId,
      albumId,
      title,
      greeting,
      approve,
      sectionId,
      limits: { photos: maxPhotos, photosPerGuest: maxPhotosPerGuest, bytes },
      expiresAt: link.expiresAt?.toISOString() ?? null,
      guest: await this.links.findGuest(link, key),
    }
  }

  @Handles(sharing.unlockUploadLink)
  async unlockUploadLink({ token, ...attempt }: Input<typeof sharing.unlockUploadLink>) {
    const link = await this.links.requireActive(token)
    const saveNewHash = (tx: Tx, newHash: string) => tx.send(RENEW_HASH, [link.id, link.passwordHash, newHash])
    await this.passwords.verify(link, attempt, saveNewHash)
    return { grant: this.access.issueGrant(link) }
  }
}
