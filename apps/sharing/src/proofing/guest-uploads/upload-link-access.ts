import { errors, UPLOAD_LINK_LIMITS } from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  failureKey,
  FailureLimiter,
  networkOf,
  preparedStatement,
  randomText,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { type AccessConditions, GalleryAccess, isOwnerSuspendedSql } from '../../links/gallery/gallery-access.ts'
import { ALPHANUMERIC, isLinkToken } from '../../links/link-addresses.ts'
import { KEY_LENGTH, visitorKeyHash } from '../visitors/named-visitors.ts'

type LimitColumns = { maxPhotos: number; maxPhotosPerGuest: number; maxBytes: string | null }
type UploadLinkRow = AccessConditions &
  LimitColumns & {
    ownerId: string
    albumId: string
    title: string
    greeting: string
    approve: boolean
    sectionId: string | null
    passwordHash: string | null
  }
export type Guest = { id: string; name: string }

/** Finds an upload link by its token, unless its album is in the trash. */
const FIND_UPLOAD_LINK = preparedStatement(`
  SELECT l.id, l.owner_id AS "ownerId", l.album_id AS "albumId", l.title, l.greeting, l.approve, l.section_id AS "sectionId",
    l.max_photos AS "maxPhotos", l.max_photos_per_guest AS "maxPhotosPerGuest", l.max_bytes AS "maxBytes", l.revoked,
    l.expires_at AS "expiresAt", l.password_hash AS "passwordHash", l.password_hash IS NOT NULL AS "hasPassword",
    l.password_version AS "passwordVersion", ${isOwnerSuspendedSql('l.owner_id')} AS "ownerSuspended"
  FROM upload_links l JOIN albums a ON a.id = l.album_id AND NOT a.deleted WHERE l.token = $1`)
const FIND_GUEST = preparedStatement('SELECT id, name FROM upload_guests WHERE link_id = $1 AND key_hash = $2')
/** Locks an upload link, so that concurrent requests cannot exceed its limit of guests. */
const LOCK_UPLOAD_LINK = 'SELECT id FROM upload_links WHERE id = $1 FOR NO KEY UPDATE'
const COUNT_GUESTS = 'SELECT count(*)::int AS used FROM upload_guests WHERE link_id = $1'
const INSERT_GUEST = `
  INSERT INTO upload_guests (link_id, key_hash, name, created_at)
  SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM upload_guests WHERE link_id = $1) < ${UPLOAD_LINK_LIMITS.guests}
  RETURNING id, name`

/**
 * Checks the access of guests to upload links, with the same rules as for galleries. A guest is identified by a key, of which only the hash
 * is stored (rule 149).
 */
@Injectable()
export class UploadLinkAccess {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: GalleryAccess,
    private readonly limiter: FailureLimiter,
  ) {}

  async authorize({ token, grant }: { token: string; grant?: string | undefined }): Promise<UploadLinkRow> {
    return this.access.authorize(await this.findLink(token), grant)
  }

  /** Checks everything except the password, as `GalleryAccess.requireActive` does. */
  async requireActive(token: string): Promise<UploadLinkRow> {
    return this.access.requireActive(await this.findLink(token))
  }

  async findGuest({ id }: UploadLinkRow, key: string | undefined): Promise<Guest | null> {
    if (key === undefined) return null
    const [guest] = await this.db.sql<Guest>(FIND_GUEST, [id, visitorKeyHash(key)])
    return guest ?? null
  }

  /**
   * Adds a guest and returns their key. Throws TOO_MANY_REQUESTS if the link is nearly full and the guest's network has already added many
   * guests, and UPLOAD_GUESTS_FULL if the link has the maximum number of guests.
   */
  async addGuest({ id }: UploadLinkRow, { name, address }: { name: string; address: string }) {
    const [row] = await this.db.sql<{ used: number }>(COUNT_GUESTS, [id])
    const limits = {
      used: row?.used,
      capacity: UPLOAD_LINK_LIMITS.guests,
      perNetwork: UPLOAD_LINK_LIMITS.newPerNetwork,
    }
    const attempts = attemptsPerNetwork(limits)
    await this.limiter.countAttempt([{ key: failureKey('upload-guests', id, networkOf(address)), attempts }])
    const key = randomText(ALPHANUMERIC, KEY_LENGTH)
    return this.db.commit(async tx => {
      await tx.sql(LOCK_UPLOAD_LINK, [id])
      const [guest] = await tx.sql<Guest>(INSERT_GUEST, [id, visitorKeyHash(key), name, this.clock.now()])
      if (!guest) throw errors.UPLOAD_GUESTS_FULL()
      return { guest, key }
    })
  }

  private async findLink(token: string): Promise<UploadLinkRow | undefined> {
    const [row] = isLinkToken(token) ? await this.db.sql<UploadLinkRow>(FIND_UPLOAD_LINK, [token]) : []
    return row
  }
}
