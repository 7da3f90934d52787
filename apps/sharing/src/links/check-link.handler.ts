import { type Actor, errors, type Input, preflight, PREFLIGHT_LIMITS, requireUser } from '@daymark/contracts'
import { Clock, Database, Handles, isId, Plans, RpcHandlers } from '@daymark/platform'
import { Link } from './link.entity.ts'
import { viewLinks } from './own-links.ts'

const LIST_UNRESTRICTED_LINKS = `
  SELECT id FROM links
  WHERE owner_id = $1 AND album_id = $2 AND id IS DISTINCT FROM $3 AND NOT revoked AND (expires_at IS NULL OR expires_at > $4)
    AND NOT watermark AND allow_downloads AND 'original' = ANY (download_sizes) ORDER BY created_at, id LIMIT ${PREFLIGHT_LIMITS.links}`

const FIND_WATERMARK_IMAGE = 'SELECT FROM watermarks WHERE owner_id = $1 AND present'

const FIND_SELECTION = `SELECT id FROM links WHERE owner_id = $1 AND album_id = $2 AND kind = 'selection' LIMIT 1`

/** Lists the photos of a selection, including photos that the gallery cannot show yet because they are being processed. */
const LIST_PHOTO_IDS =
  'SELECT photo_id AS id FROM album_photos WHERE album_id = $1 AND present ORDER BY position, photo_id'

@RpcHandlers()
export class CheckLink {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  /**
   * Reads what the preflight check needs about a link or an album. For the album of another user it finds no links of the caller, so it
   * reveals nothing about the album.
   */
  @Handles(preflight.checkLink)
  async checkLink({ linkId, albumId }: Input<typeof preflight.checkLink>, actor: Actor) {
    const ownerId = requireUser(actor)
    const link = linkId === undefined ? null : await this.findOwnLink(linkId, ownerId)
    const shownAlbumId = link?.albumId ?? albumId
    const [[view], galleryData] = await Promise.all([
      viewLinks(this.db, link ? [link] : [], this.clock.now()),
      shownAlbumId !== undefined && isId(shownAlbumId)
        ? this.readGalleryData(shownAlbumId, ownerId, link)
        : { photoIds: null, otherCleanLinks: [] },
    ])
    return { link: view ?? null, canWatermark: await this.canWatermark(ownerId), ...galleryData }
  }

  private async findOwnLink(id: string, ownerId: string): Promise<Link> {
    const link = isId(id) ? await this.db.repository(Link).findOneBy({ id, ownerId }) : null
    if (!link) throw errors.SHARE_NOT_FOUND()
    return link
  }

  private async readGalleryData(albumId: string, ownerId: string, link: Link | null) {
    const unrestrictedLinks = await this.db.sql<{ id: string }>(LIST_UNRESTRICTED_LINKS, [
      ownerId,
      albumId,
      link?.id ?? null,
      this.clock.now(),
    ])
    const [selection] = await this.db.sql(FIND_SELECTION, [ownerId, albumId])
    const photos = selection && (await this.db.sql<{ id: string }>(LIST_PHOTO_IDS, [albumId]))
    return { photoIds: photos?.map(({ id }) => id) ?? null, otherCleanLinks: unrestrictedLinks.map(({ id }) => id) }
  }

  private async canWatermark(ownerId: string): Promise<boolean> {
    const { features } = await this.plans.entitlementOf(ownerId)
    return features.includes('watermarks') && (await this.db.sql(FIND_WATERMARK_IMAGE, [ownerId])).length > 0
  }
}
