import {
  act,
  type Actor,
  errors,
  type Input,
  linkChanged,
  linkCreated,
  linkRevoked,
  preflight,
  PREFLIGHT,
  requireUser,
  sharing,
  sharingAudited,
} from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId, Plans } from '@daymark/platform'
import { randomUUIDv7 } from 'node:crypto'
import { CatchUp } from './read-model/catch-up.ts'
import { holdAlbum } from './read-model/hold-album.ts'
import { joinWaiting } from '../proofing/first-look/join-waiting.ts'
import { claimName } from './names/claim-name.ts'
import { forgetWithoutLinks } from './selections/selection.ts'
import { holdStudioPage, listLink } from '../sites/studio-pages/list-link.ts'
import { TrashLinks } from './trash/trash-links.ts'
import { announceWatermark } from './announce-watermark.ts'
import { linkTarget } from './audited-link.ts'
import { CheckedSettings } from './checked-settings.ts'
import { linkToken } from './link-token.ts'
import { Link } from './link.entity.ts'
import { lockLink } from './lock-link.ts'
import { viewLinks } from './view-links.ts'

const CLEAN = `
  SELECT id FROM links
  WHERE owner_id = $1 AND album_id = $2 AND id IS DISTINCT FROM $3 AND NOT revoked AND (expires_at IS NULL OR expires_at > $4)
    AND NOT watermark AND allow_downloads AND 'original' = ANY (download_sizes) ORDER BY created_at, id LIMIT ${PREFLIGHT.links}`
const IMAGE = 'SELECT FROM watermarks WHERE owner_id = $1 AND present'
const SELECTION = `SELECT id FROM links WHERE owner_id = $1 AND album_id = $2 AND kind = 'selection' LIMIT 1`
/** Also those that the gallery cannot show yet. */
const PHOTOS = 'SELECT photo_id AS id FROM album_photos WHERE album_id = $1 AND present ORDER BY position, photo_id'

/** Of nothing that belongs to somebody else: her album has no links of the caller's. */
@Handles(preflight.checkLink)
export class CheckLink implements Handler<typeof preflight.checkLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle({ linkId, albumId }: Input<typeof preflight.checkLink>, actor: Actor) {
    const ownerId = requireUser(actor)
    const link = linkId === undefined ? null : await this.ownLink(linkId, ownerId)
    const of = link?.albumId ?? albumId
    const [[view], shown] = await Promise.all([
      viewLinks(this.db, link ? [link] : [], this.clock.now()),
      of !== undefined && isId(of) ? this.shown(of, ownerId, link) : { photoIds: null, otherCleanLinks: [] },
    ])
    return { link: view ?? null, canWatermark: await this.canWatermark(ownerId), ...shown }
  }

  private async ownLink(id: string, ownerId: string): Promise<Link> {
    const link = isId(id) ? await this.db.repository(Link).findOneBy({ id, ownerId }) : null
    if (!link) throw errors.SHARE_NOT_FOUND()
    return link
  }

  private async shown(albumId: string, ownerId: string, link: Link | null) {
    const others = await this.db.sql<{ id: string }>(CLEAN, [ownerId, albumId, link?.id ?? null, this.clock.now()])
    const [selection] = await this.db.sql(SELECTION, [ownerId, albumId])
    const photos = selection && (await this.db.sql<{ id: string }>(PHOTOS, [albumId]))
    return { photoIds: photos?.map(({ id }) => id) ?? null, otherCleanLinks: others.map(({ id }) => id) }
  }

  private async canWatermark(ownerId: string): Promise<boolean> {
    const { limits } = await this.plans.of(ownerId)
    return limits.canUseWatermarks && (await this.db.sql(IMAGE, [ownerId])).length > 0
  }
}

type Counts = { total: number; active: number; sharedAlbumIds: string[] }

@Handles(sharing.countLinks)
export class CountLinks implements Handler<typeof sharing.countLinks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ countsOnly = false }: Input<typeof sharing.countLinks>, actor: Actor) {
    const none: Counts = { total: 0, active: 0, sharedAlbumIds: [] }
    if (!isId(actor.userId)) return none
    const [counts] = await this.db.sql<Counts>(
      `SELECT count(*)::int AS total, (count(*) FILTER (WHERE active))::int AS active,
              COALESCE(array_agg(DISTINCT album_id::text) FILTER (WHERE active AND kind = 'album' AND NOT $3), '{}') AS "sharedAlbumIds"
       FROM (SELECT album_id, kind, NOT revoked AND (expires_at IS NULL OR expires_at > $2) AS active FROM links WHERE owner_id = $1) mine`,
      [actor.userId, this.clock.now(), countsOnly],
    )
    return counts ?? none
  }
}

@Handles(sharing.createLink)
export class CreateLink implements Handler<typeof sharing.createLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly catchUp: CatchUp,
    private readonly checked: CheckedSettings,
  ) {}

  async handle(input: Input<typeof sharing.createLink>, actor: Actor) {
    const { albumId, albumTitle, albumVersion, ...wanted } = input
    const settings = await this.checked.of(wanted, actor, [albumTitle])
    await this.catchUp.with(albumId, actor.userId, albumVersion)
    const now = this.clock.now()
    const link = Link.for(albumId, actor.userId, { id: randomUUIDv7(), token: linkToken(), createdAt: now })
    link.set(settings, now)
    return this.db.commit(async tx => {
      await holdAlbum(tx, albumId)
      await listLink(tx, link, settings.listed)
      await tx.em.insert(Link, link)
      await claimName(tx, link, null, now)
      tx.emit(linkCreated, link.id, link.state(now), actor)
      tx.emit(sharingAudited, ...act(actor, 'link.created', linkTarget(link, albumTitle)))
      if (link.watermark) await announceWatermark(tx, link)
      return link.view(albumTitle, now)
    })
  }
}

@Handles(sharing.deleteLink)
export class DeleteLink implements Handler<typeof sharing.deleteLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly trash: TrashLinks,
  ) {}

  async handle({ id }: Input<typeof sharing.deleteLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      tx.emit(sharingAudited, ...act(actor, 'link.revoked', linkTarget(link, albumTitle), { deleted: true }))
      const now = this.clock.now()
      // whoever is told of revocations learns of this one; links that end with their album are told with that
      if (!link.revoked) tx.emit(linkRevoked, link.id, link.ended(now), actor)
      await this.trash.put(tx, [link], { title: albumTitle, now, withAlbum: false, actor })
      if (link.kind === 'selection') await forgetWithoutLinks(tx, link.albumId)
      return { success: true as const }
    })
  }
}

@Handles(sharing.findShared)
export class FindShared implements Handler<typeof sharing.findShared> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumIds }: Input<typeof sharing.findShared>, { userId }: Actor) {
    const ids = albumIds.filter(isId)
    if (!isId(userId) || ids.length === 0) return { albumIds: [] }
    const rows = await this.db.sql<{ album_id: string }>(
      `SELECT DISTINCT album_id FROM links
       WHERE album_id = ANY($2::uuid[]) AND owner_id = $1 AND NOT revoked AND (expires_at IS NULL OR expires_at > $3)`,
      [userId, ids, this.clock.now()],
    )
    return { albumIds: rows.map(row => row.album_id) }
  }
}

/** Somebody else's does not exist. */
@Handles(sharing.getLink)
export class GetLink implements Handler<typeof sharing.getLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.getLink>, { userId: ownerId }: Actor) {
    const link = isId(id) && isId(ownerId) ? await this.db.repository(Link).findOneBy({ id, ownerId }) : null
    const [view] = await viewLinks(this.db, link ? [link] : [], this.clock.now())
    if (!view) throw errors.SHARE_NOT_FOUND()
    return view
  }
}

@Handles(sharing.listLinkPage)
export class ListLinkPage implements Handler<typeof sharing.listLinkPage> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumId, limit, offset }: Input<typeof sharing.listLinkPage>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return { links: [], total: 0 }
    const where = { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) }
    const total = await this.db.repository(Link).countBy(where)
    if (limit === 0 || offset >= total) return { links: [], total }
    const order = { createdAt: 'DESC', id: 'DESC' } as const
    const links = await this.db.repository(Link).find({ where, order, take: limit, skip: offset })
    return { links: await viewLinks(this.db, links, this.clock.now()), total }
  }
}

/** Newest first. */
@Handles(sharing.listLinks)
export class ListLinks implements Handler<typeof sharing.listLinks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ albumId }: Input<typeof sharing.listLinks>, actor: Actor) {
    if (!isId(actor.userId) || (albumId !== undefined && !isId(albumId))) return []
    const links = await this.db.repository(Link).find({
      where: { ownerId: actor.userId, ...(albumId === undefined ? {} : { albumId }) },
      order: { createdAt: 'DESC', id: 'DESC' },
    })
    return viewLinks(this.db, links, this.clock.now())
  }
}

/** Takes a revocation back; a link that has expired stays so until its owner moves the date. */
@Handles(sharing.reinstateLink)
export class ReinstateLink implements Handler<typeof sharing.reinstateLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.reinstateLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      const now = this.clock.now()
      if (link.revoked) {
        link.setRevoked(false, now)
        await tx.em.save(link)
        tx.emit(linkChanged, link.id, link.state(now), actor)
        tx.emit(sharingAudited, ...act(actor, 'link.reinstated', linkTarget(link, albumTitle)))
      }
      return link.view(albumTitle, now)
    })
  }
}

@Handles(sharing.revokeLink)
export class RevokeLink implements Handler<typeof sharing.revokeLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ id }: Input<typeof sharing.revokeLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockLink(tx, id, actor)
      const now = this.clock.now()
      if (!link.revoked) {
        link.setRevoked(true, now)
        await tx.em.save(link)
        tx.emit(linkRevoked, link.id, link.state(now), actor)
        tx.emit(sharingAudited, ...act(actor, 'link.revoked', linkTarget(link, albumTitle)))
      }
      return link.view(albumTitle, now)
    })
  }
}

@Handles(sharing.updateLink)
export class UpdateLink implements Handler<typeof sharing.updateLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly checked: CheckedSettings,
  ) {}

  async handle({ id, byMail = false, ...wanted }: Input<typeof sharing.updateLink>, actor: Actor) {
    const names = wanted.password ? await this.namesOf(id, actor) : []
    const settings = await this.checked.of(wanted, actor, names)
    return this.db.commit(async tx => {
      if (settings.listed !== undefined) await holdStudioPage(tx, actor.userId)
      const { link, albumTitle } = await lockLink(tx, id, actor)
      const now = this.clock.now()
      const { slug: before, watermark: wasMarked, firstLook: wasFirstLook } = link
      link.set(settings, now)
      await listLink(tx, link, settings.listed)
      await tx.em.save(link)
      await claimName(tx, link, before, now)
      if (byMail && link.firstLook && !wasFirstLook) await joinWaiting(tx, link, now)
      tx.emit(linkChanged, link.id, link.state(now), actor)
      if (link.watermark && !wasMarked) await announceWatermark(tx, link)
      return link.view(albumTitle, now)
    })
  }

  private async namesOf(id: string, { userId }: Actor): Promise<string[]> {
    if (!isId(id) || !isId(userId)) return []
    const [row] = await this.db.sql<{ title: string; slug: string | null }>(
      'SELECT a.title, l.slug FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2',
      [id, userId],
    )
    return row ? [row.title, row.slug ?? ''] : []
  }
}
