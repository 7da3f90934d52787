import { type DownloadSize, errors } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { isExpired } from '../link.entity.ts'
import { Grants } from './grants.ts'

/** SQL: whether the owner is suspended, which closes all their public pages. `owner` is a column. */
export const ownerIsSuspendedSql = (owner: string): string =>
  `EXISTS (SELECT FROM user_access o WHERE o.user_id = ${owner} AND o.suspended)`

/** The columns of a link that decide about a visitor's access; `l` is the link. */
export const ACCESS_COLUMNS = `l.id, l.owner_id AS "ownerId", l.album_id AS "albumId", l.revoked, l.expires_at AS "expiresAt",
  l.allow_downloads AS "allowDownloads", l.watermark, l.download_sizes AS "downloadSizes",
  l.download_limit AS "downloadLimit", l.visitor_limit AS "visitorLimit", l.password_hash IS NOT NULL AS "hasPassword",
  l.password_version AS "passwordVersion", l.password_hint AS "passwordHint",
  ${ownerIsSuspendedSql('l.owner_id')} AS "ownerSuspended"`
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

/** What decides about access to a link, whether it shows a gallery or accepts uploads. */
export type AccessConditions = Pick<
  AccessRow,
  'id' | 'revoked' | 'expiresAt' | 'hasPassword' | 'passwordVersion' | 'ownerSuspended'
> &
  Partial<Pick<AccessRow, 'passwordHint'>>

/** The one check that guards JSON, every media address and the ZIP, on every request (rules 33, 37). */
@Injectable()
export class GalleryAccess {
  constructor(
    private readonly clock: Clock,
    private readonly grants: Grants,
  ) {}

  authorize<T extends AccessConditions>(link: T | undefined, grant: string | undefined): T {
    const activeLink = this.requireActive(link)
    if (activeLink.hasPassword && !this.grants.accepts(grant, activeLink, this.clock.now()))
      throw errors.PASSWORD_REQUIRED(activeLink.passwordHint ? { hint: activeLink.passwordHint } : {})
    return activeLink
  }

  /** For a visitor who has entered the password. */
  issueGrant(link: AccessConditions): string {
    return this.grants.issue(link, this.clock.now())
  }

  /** Checks everything but the password. */
  requireActive<T extends AccessConditions>(link: T | undefined): T {
    if (!link || link.ownerSuspended) throw errors.SHARE_UNAVAILABLE()
    if (link.revoked || isExpired(link.expiresAt, this.clock.now())) throw errors.SHARE_GONE()
    return link
  }
}
