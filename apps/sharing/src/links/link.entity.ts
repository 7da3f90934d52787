import {
  type EventOf,
  type linkChanged,
  type LinkEdit,
  linkFields,
  type LinkFields,
  type LinkView,
  pickFields,
  type PasswordWeakness,
} from '@daymark/contracts'
import { Column, Entity, PrimaryColumn } from 'typeorm'

type LinkKind = LinkView['kind']
export type LinkState = EventOf<typeof linkChanged>['data']
/**
 * Settings of a link that an owner may change; undefined means unchanged. `passwordWeakness` is the weakness of the new password, null if
 * none was found. `setListed` assigns the position of a listed link on the studio page (studio-pages/studio-page-changes.ts).
 */
export type LinkSettings = LinkEdit & {
  passwordHash?: string | null
  passwordWeakness?: PasswordWeakness | null
}

const DEFAULT_SETTINGS = Object.fromEntries(Object.entries(linkFields).map(([field, row]) => [field, row.default]))

/** The public address of an album. Anyone who has the token can see the album while the link is active. */
@Entity('links')
export class Link {
  @PrimaryColumn('uuid') id!: string
  @Column('text') token!: string
  @Column('text', { nullable: true }) slug!: string | null
  @Column('uuid') ownerId!: string
  @Column('uuid') albumId!: string
  /** `selection`: the album exists only in this service, not in the library. */
  @Column('text') kind!: LinkKind
  @Column('int') version!: number
  @Column('boolean') revoked!: boolean
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null
  @Column('boolean') allowDownloads!: boolean
  @Column('boolean') watermark!: boolean
  @Column('text', { nullable: true }) theme!: LinkFields['theme']
  @Column('text', { nullable: true }) themeOverride!: LinkFields['themeOverride']
  @Column('boolean') showTitles!: boolean
  @Column('boolean') showName!: boolean
  @Column('boolean') allowIndexing!: boolean
  @Column('text', { array: true }) downloadSizes!: LinkFields['downloadSizes']
  @Column('int', { nullable: true }) downloadLimit!: number | null
  @Column('int', { nullable: true }) visitorLimit!: number | null
  /** Number of downloaded photos. Changed only by SQL, when photos are downloaded. */
  @Column({ type: 'int', insert: false, update: false }) downloaded!: number
  @Column('text', { nullable: true }) passwordHash!: string | null
  /** Increases whenever the password is set or removed, which invalidates older grants. */
  @Column('int') passwordVersion!: number
  @Column('text', { nullable: true }) passwordHint!: string | null
  @Column('text', { nullable: true }) passwordWeakness!: PasswordWeakness | null
  @Column('jsonb', { nullable: true }) picks!: LinkFields['picks']
  @Column('jsonb', { nullable: true }) comments!: LinkFields['comments']
  @Column('jsonb', { nullable: true }) firstLook!: LinkFields['firstLook']
  /** Position on the studio page of the owner. Null if the link is not listed there. */
  @Column('int', { nullable: true }) studioPosition!: number | null
  /** Number of visits. Changed only by SQL, when a visit begins. */
  @Column({ type: 'int', insert: false, update: false }) viewCount!: number
  @Column({ type: 'timestamptz', insert: false, update: false, nullable: true }) lastViewedAt!: Date | null
  @Column('timestamptz') createdAt!: Date
  @Column('timestamptz') updatedAt!: Date

  static create(albumId: string, ownerId: string, identity: { id: string; token: string; createdAt: Date }): Link {
    const { listed: _, ...defaults } = DEFAULT_SETTINGS
    return Object.assign(new Link(), identity, defaults, {
      updatedAt: identity.createdAt,
      albumId,
      ownerId,
      kind: 'album',
      version: 0,
      revoked: false,
      downloaded: 0,
      passwordHash: null,
      passwordVersion: 0,
      passwordWeakness: null,
      studioPosition: null,
      viewCount: 0,
      lastViewedAt: null,
    })
  }

  applySettings({ expiresAt, passwordHash, listed: _, ...otherSettings }: LinkSettings, now: Date): void {
    const definedFields = Object.entries(otherSettings).filter(([, value]) => value !== undefined)
    Object.assign(this, Object.fromEntries(definedFields))
    if (expiresAt !== undefined) this.expiresAt = expiresAt === null ? null : new Date(expiresAt)
    if (passwordHash !== undefined) {
      this.passwordHash = passwordHash
      this.passwordVersion += 1
    }
    if (this.passwordHash === null) this.passwordHint = this.passwordWeakness = null
    this.recordChange(now)
  }

  setRevoked(revoked: boolean, now: Date): void {
    this.revoked = revoked
    this.recordChange(now)
  }

  private recordChange(now: Date): void {
    this.version += 1
    this.updatedAt = now
  }

  isActive(now: Date): boolean {
    return !this.revoked && !isExpired(this.expiresAt, now)
  }

  /** The state of the link that events contain. */
  eventState(now: Date): LinkState {
    return {
      linkId: this.id,
      ownerId: this.ownerId,
      albumId: this.albumId,
      version: this.version,
      active: this.isActive(now),
      watermark: this.watermark,
      expiresAt: this.expiresAt?.toISOString() ?? null,
    }
  }

  /** The state in the last event of a deleted link. */
  deletedState(now: Date): LinkState {
    return { ...this.eventState(now), version: this.version + 1, active: false }
  }

  view(albumTitle: string, now: Date): LinkView {
    const expiresAt = this.expiresAt?.toISOString() ?? null
    return {
      ...pickFields(linkFields, 'api', { ...this, expiresAt, listed: this.studioPosition !== null }),
      id: this.id,
      token: this.token,
      kind: this.kind,
      albumId: this.albumId,
      albumTitle,
      revoked: this.revoked,
      active: this.isActive(now),
      downloaded: this.downloaded,
      hasPassword: this.passwordHash !== null,
      passwordWeakness: this.passwordWeakness,
      viewCount: this.viewCount,
      lastViewedAt: this.lastViewedAt?.toISOString() ?? null,
      createdAt: this.createdAt.toISOString(),
      updatedAt: this.updatedAt.toISOString(),
    }
  }
}

/** Returns true if a link has expired. Checked on every read, so no job has to mark expired links. */
export const isExpired = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now
