import { type DownloadSize, errors, DAY_MS } from '@daymark/contracts'
import { Clock, Database, PlatformConfig, preparedStatement } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isLinkToken } from '../link-addresses.ts'
import { isExpired } from '../link.entity.ts'

const GRANT_LIFETIME_MS = 30 * DAY_MS
type ProtectedLink = { id: string; passwordVersion: number }

/**
 * Issues and checks grants, which prove that a visitor entered the current password of a link. Grants are signed, so none are stored; a new
 * password invalidates them.
 */
@Injectable()
export class Grants {
  private readonly key: Buffer
  constructor(platform: PlatformConfig) {
    this.key = createHmac('sha256', platform.secret).update('share-grant').digest()
  }

  issueGrant(link: ProtectedLink, now: Date): string {
    const expiresAtMs = now.getTime() + GRANT_LIFETIME_MS
    return `${expiresAtMs}.${this.sign(link, expiresAtMs)}`
  }

  acceptsGrant(grant: string | undefined, link: ProtectedLink, now: Date): boolean {
    const [expiresAtMs = '', signature = ''] = (grant ?? '').split('.')
    if (!/^\d{1,15}$/.test(expiresAtMs) || Number(expiresAtMs) <= now.getTime()) return false
    const [actual, expected] = [Buffer.from(signature), Buffer.from(this.sign(link, Number(expiresAtMs)))]
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }

  private sign(link: ProtectedLink, expiresAtMs: number): string {
    return createHmac('sha256', this.key)
      .update(`${link.id}.${link.passwordVersion}.${expiresAtMs}`)
      .digest('base64url')
  }
}

/**
 * SQL condition: the owner is suspended, which closes all of their public pages. `owner` is the column with the user id.
 */
export const isOwnerSuspendedSql = (owner: string): string =>
  `EXISTS (SELECT FROM user_access o WHERE o.user_id = ${owner} AND o.suspended)`

/** The columns of a link `l` that decide whether a visitor has access. */
export const ACCESS_COLUMNS = `l.id, l.owner_id AS "ownerId", l.album_id AS "albumId", l.revoked, l.expires_at AS "expiresAt",
  l.allow_downloads AS "allowDownloads", l.watermark, l.download_sizes AS "downloadSizes",
  l.download_limit AS "downloadLimit", l.visitor_limit AS "visitorLimit", l.password_hash IS NOT NULL AS "hasPassword",
  l.password_version AS "passwordVersion", l.password_hint AS "passwordHint",
  ${isOwnerSuspendedSql('l.owner_id')} AS "ownerSuspended"`
export type AccessRow = {
  id: string
  ownerId: string
  albumId: string
  revoked: boolean
  expiresAt: Date | null
  allowDownloads: boolean
  watermark: boolean
  downloadSizes: DownloadSize[]
  downloadLimit: number | null
  visitorLimit: number | null
  hasPassword: boolean
  passwordVersion: number
  passwordHint: string | null
  ownerSuspended: boolean
}

/** The properties that decide whether a visitor has access to a gallery or an upload link. */
export type AccessConditions = Pick<
  AccessRow,
  'id' | 'revoked' | 'expiresAt' | 'hasPassword' | 'passwordVersion' | 'ownerSuspended'
> &
  Partial<Pick<AccessRow, 'passwordHint'>>

type LinkRequest = { token: string; grant?: string | undefined }

/** Checks access to a gallery, its files and its ZIP. Used for every request (rules 33, 37). */
@Injectable()
export class GalleryAccess {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly grants: Grants,
  ) {}

  /**
   * Finds the link of a request and checks the visitor's access to it. `columns`: further columns of the link `l` and its album `a`, with
   * the type `T`.
   */
  async open<T = object>({ token, grant }: LinkRequest, columns: string[] = []): Promise<AccessRow & T> {
    return this.authorize(await this.find<T>(token, columns), grant)
  }

  /** Finds a link without checking access. `columns`: see `open`. Returns undefined if the token is invalid or unknown. */
  async find<T = object>(token: string, columns: string[] = []): Promise<(AccessRow & T) | undefined> {
    if (!isLinkToken(token)) return undefined
    // every link has an album; Postgres leaves out a LEFT JOIN whose columns are not selected
    const sql = `SELECT ${[ACCESS_COLUMNS, ...columns].join(', ')} FROM links l LEFT JOIN albums a ON a.id = l.album_id WHERE l.token = $1`
    const [link] = await this.db.sql<AccessRow & T>(preparedStatement(sql), [token])
    return link
  }

  authorize<T extends AccessConditions>(link: T | undefined, grant: string | undefined): T {
    const activeLink = this.requireActive(link)
    if (activeLink.hasPassword && !this.grants.acceptsGrant(grant, activeLink, this.clock.now()))
      throw errors.PASSWORD_REQUIRED(activeLink.passwordHint ? { hint: activeLink.passwordHint } : {})
    return activeLink
  }

  /** Issues a grant. Only call it after the visitor entered the correct password. */
  issueGrant(link: AccessConditions): string {
    return this.grants.issueGrant(link, this.clock.now())
  }

  /**
   * Checks everything except the password. Throws SHARE_UNAVAILABLE for an unknown link or a suspended owner, and SHARE_GONE for a revoked
   * or expired link.
   */
  requireActive<T extends AccessConditions>(link: T | undefined): T {
    if (!link || link.ownerSuspended) throw errors.SHARE_UNAVAILABLE()
    if (link.revoked || isExpired(link.expiresAt, this.clock.now())) throw errors.SHARE_GONE()
    return link
  }
}
