import { type UploadLimits, type UploadLinkView, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import { bigintColumn } from '@daymark/platform'
import { Column, Entity, PrimaryColumn } from 'typeorm'
import { isExpired } from '../../links/link.entity.ts'

/** Settings of an upload link that an owner may change. Undefined means unchanged. */
export type UploadLinkSettings = {
  title?: string | undefined
  greeting?: string | undefined
  approve?: boolean | undefined
  sectionId?: string | null | undefined
  limits?: { [K in keyof UploadLimits]?: UploadLimits[K] | undefined } | undefined
  /** The hash of the password. Null if the link has no password. */
  passwordHash?: string | null | undefined
  expiresAt?: string | null | undefined
}

/** An address through which guests upload photos to an album. */
@Entity('upload_links')
export class UploadLink {
  @PrimaryColumn('uuid') id!: string
  @Column('text') token!: string
  @Column('uuid') ownerId!: string
  @Column('uuid') albumId!: string
  @Column('text') title!: string
  @Column('text') greeting!: string
  @Column('boolean') approve!: boolean
  @Column('uuid', { nullable: true }) sectionId!: string | null
  @Column('int') maxPhotos!: number
  @Column('int') maxPhotosPerGuest!: number
  @Column({ ...bigintColumn, nullable: true }) maxBytes!: number | null
  @Column('text', { nullable: true }) passwordHash!: string | null
  /** Increases whenever the password is set or removed, which invalidates older grants. */
  @Column('int') passwordVersion!: number
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null
  @Column('boolean') revoked!: boolean
  @Column('timestamptz') createdAt!: Date

  static create(
    albumId: string,
    ownerId: string,
    identity: { id: string; token: string; createdAt: Date },
  ): UploadLink {
    return Object.assign(new UploadLink(), identity, {
      albumId,
      ownerId,
      title: '',
      greeting: '',
      approve: true,
      sectionId: null,
      revoked: false,
      maxPhotos: UPLOAD_LINK_LIMITS.default,
      maxPhotosPerGuest: UPLOAD_LINK_LIMITS.defaultPerGuest,
      maxBytes: null,
      passwordHash: null,
      passwordVersion: 0,
      expiresAt: null,
    })
  }

  applySettings({ expiresAt, passwordHash, limits = {}, ...otherSettings }: UploadLinkSettings): void {
    const { photos: maxPhotos, photosPerGuest: maxPhotosPerGuest, bytes: maxBytes } = limits
    const definedFields = Object.entries({ ...otherSettings, maxPhotos, maxPhotosPerGuest, maxBytes })
    Object.assign(this, Object.fromEntries(definedFields.filter(([, value]) => value !== undefined)))
    if (expiresAt !== undefined) this.expiresAt = expiresAt === null ? null : new Date(expiresAt)
    if (passwordHash === undefined) return
    this.passwordHash = passwordHash
    this.passwordVersion += 1
  }

  get limits(): UploadLimits {
    return { photos: this.maxPhotos, photosPerGuest: this.maxPhotosPerGuest, bytes: this.maxBytes }
  }

  view(guests: number, now: Date): UploadLinkView {
    const { id, token, albumId, title, greeting, approve, sectionId, limits, revoked, expiresAt } = this
    return {
      id,
      token,
      albumId,
      title,
      greeting,
      approve,
      sectionId,
      limits,
      revoked,
      guests,
      hasPassword: this.passwordHash !== null,
      expiresAt: expiresAt?.toISOString() ?? null,
      active: !revoked && !isExpired(expiresAt, now),
      createdAt: this.createdAt.toISOString(),
    }
  }
}

/** The upload link as the target of an audit log entry. Its name is the title, because its address would allow uploads. */
export const uploadLinkAuditTarget = ({ id, title }: UploadLink) => ({ kind: 'upload-link', id, name: title })
