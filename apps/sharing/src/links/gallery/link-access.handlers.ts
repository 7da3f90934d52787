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
import { GALLERY_VERSION_SQL } from '../read-model/gallery-version.ts'
import { GalleryAccess, isOwnerSuspendedSql } from './gallery-access.ts'
import { LinkPasswords } from './link-passwords.ts'

type ResolvedName = { linkId: string; token: string; slug: string | null; ownerSuspended: boolean }
type VersionColumns = { version: string; changes: string }

const VERSION_COLUMNS = [`${GALLERY_VERSION_SQL} AS version`, 'a.content_version::text AS changes']

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
    const limits = [{ key: failureKey('name', networkOf(address)), attempts: MAX_UNKNOWN_NAMES_PER_ADDRESS }]
    await this.limiter.assertBelowLimit(limits)
    const [resolved] = await this.db.sql<ResolvedName>(
      `SELECT l.id AS "linkId", l.token,
              CASE WHEN NOT l.revoked AND (l.expires_at IS NULL OR l.expires_at > $2) THEN l.slug END AS slug,
              ${isOwnerSuspendedSql('l.owner_id')} AS "ownerSuspended"
       FROM link_slugs n JOIN links l ON l.id = n.link_id WHERE n.slug = $1`,
      [slug, this.clock.now()],
    )
    if (!resolved) throw await this.limiter.countFailure(limits, errors.SHARE_UNAVAILABLE())
    const { ownerSuspended, ...name } = resolved
    if (ownerSuspended) throw errors.SHARE_UNAVAILABLE()
    return name
  }

  /**
   * Checks access to a link and returns the version of the gallery. Called several times per second for each open gallery, so it reads only
   * one row by key.
   */
  @Handles(sharing.openLink)
  async openLink(request: Input<typeof sharing.openLink>) {
    const link = await this.access.open<VersionColumns>(request, VERSION_COLUMNS)
    const { id: linkId, ownerId, version, watermark } = link
    const expiresAt = link.expiresAt?.toISOString() ?? null
    return { linkId, ownerId, version, changes: Number(link.changes), watermark, expiresAt }
  }

  @Handles(sharing.unlock)
  async unlockLink({ token, ...attempt }: Input<typeof sharing.unlock>) {
    const link = this.access.requireActive(
      await this.access.find<{ passwordHash: string | null }>(token, ['l.password_hash AS "passwordHash"']),
    )
    const saveNewHash = (tx: Tx, newHash: string) => tx.send(RENEW_HASH, [link.id, link.passwordHash, newHash])
    await this.passwords.verify(link, attempt, saveNewHash)
    return { grant: this.access.issueGrant(link) }
  }
}
