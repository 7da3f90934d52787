import { errors, type Input, isSlug, sharing, MAX_UNKNOWN_NAMES_PER_ADDRESS } from '@daymark/contracts'
import {
  Clock,
  Database,
  failureKey,
  FailureLimiter,
  Handles,
  networkOf,
  preparedStatement,
  RpcHandlers,
  type Tx,
} from '@daymark/platform'
import { isLinkToken } from '../link-addresses.ts'
import { GALLERY_VERSION_SQL } from '../read-model/gallery-version.ts'
import { ACCESS_COLUMNS, type AccessRow, GalleryAccess, isOwnerSuspendedSql } from './gallery-access.ts'
import { LinkPasswords } from './link-passwords.ts'

type ResolvedName = { linkId: string; token: string; slug: string | null; ownerSuspended: boolean }

type OpenedLink = AccessRow & { version: string; changes: string }

const FIND_LINK = preparedStatement(
  `SELECT ${ACCESS_COLUMNS}, ${GALLERY_VERSION_SQL} AS version, a.content_version::text AS changes FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
)

type LockedLink = AccessRow & { passwordHash: string | null }

const RENEW_HASH = preparedStatement('UPDATE links SET password_hash = $3 WHERE id = $1 AND password_hash = $2')

@RpcHandlers()
export class LinkAccessHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly limiter: FailureLimiter,
    private readonly access: GalleryAccess,
    private readonly passwords: LinkPasswords,
  ) {}

  /**
   * Resolves the readable name of a link to its token. Names can be guessed, so a network that requests too many unknown names is rejected
   * (adr/0022).
   */
  @Handles(sharing.resolveName)
  async resolveName({ name: typedName, address }: Input<typeof sharing.resolveName>) {
    const slug = typedName.toLowerCase()
    if (!isSlug(slug)) throw errors.SHARE_UNAVAILABLE()
    const attempts = [{ key: failureKey('name', networkOf(address)), attempts: MAX_UNKNOWN_NAMES_PER_ADDRESS }]
    await this.limiter.assertBelowLimit(attempts)
    const [resolved] = await this.db.sql<ResolvedName>(
      `SELECT l.id AS "linkId", l.token,
              CASE WHEN NOT l.revoked AND (l.expires_at IS NULL OR l.expires_at > $2) THEN l.slug END AS slug,
              ${isOwnerSuspendedSql('l.owner_id')} AS "ownerSuspended"
       FROM link_slugs n JOIN links l ON l.id = n.link_id WHERE n.slug = $1`,
      [slug, this.clock.now()],
    )
    if (!resolved) throw await this.limiter.countFailure(attempts, errors.SHARE_UNAVAILABLE())
    const { ownerSuspended, ...name } = resolved
    if (ownerSuspended) throw errors.SHARE_UNAVAILABLE()
    return name
  }

  /**
   * Checks access to a link and returns the version of the gallery. Called several times per second for each open gallery, so it reads only
   * one row by key.
   */
  @Handles(sharing.openLink)
  async openLink({ token, grant }: Input<typeof sharing.openLink>) {
    const [row] = isLinkToken(token) ? await this.db.sql<OpenedLink>(FIND_LINK, [token]) : []
    const { id: linkId, ownerId, version, changes, watermark, expiresAt } = this.access.authorize(row, grant)
    return {
      linkId,
      ownerId,
      version,
      changes: Number(changes),
      watermark,
      expiresAt: expiresAt?.toISOString() ?? null,
    }
  }

  @Handles(sharing.unlock)
  async unlockLink({ token, ...attempt }: Input<typeof sharing.unlock>) {
    const link = this.access.requireActive(await this.findLink(token))
    const saveNewHash = (tx: Tx, newHash: string) => tx.send(RENEW_HASH, [link.id, link.passwordHash, newHash])
    await this.passwords.verify(link, attempt, saveNewHash)
    return { grant: this.access.issueGrant(link) }
  }

  private async findLink(token: string): Promise<LockedLink | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<LockedLink>(
      `SELECT ${ACCESS_COLUMNS}, l.password_hash AS "passwordHash" FROM links l WHERE l.token = $1`,
      [token],
    )
    return row
  }
}
