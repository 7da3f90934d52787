import { errors, UPLOADS } from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  networkOf,
  prepared,
  randomText,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { type Door, GalleryAccess } from '../../links/gallery/gallery-access.ts'
import { isToken } from '../../links/link-token.ts'
import { isSuspended } from '../../owners/suspended.ts'
import { hashOf } from '../visitors/key-hash.ts'
import { KEY_ALPHABET, KEY_LENGTH } from '../visitors/named-visitors.ts'

type Limits = { maxPhotos: number; maxPhotosPerGuest: number; maxBytes: string | null }
export type OpenRow = Door &
  Limits & {
    ownerId: string
    albumId: string
    title: string
    greeting: string
    approve: boolean
    sectionId: string | null
    passwordHash: string | null
  }
export type Guest = { id: string; name: string }

/** An album that is in the trash takes nothing, and its links are as if they were not there. */
const FIND = prepared(`
  SELECT l.id, l.owner_id AS "ownerId", l.album_id AS "albumId", l.title, l.greeting, l.approve, l.section_id AS "sectionId",
    l.max_photos AS "maxPhotos", l.max_photos_per_guest AS "maxPhotosPerGuest", l.max_bytes AS "maxBytes", l.revoked,
    l.expires_at AS "expiresAt", l.password_hash AS "passwordHash", l.password_hash IS NOT NULL AS "hasPassword",
    l.password_version AS "passwordVersion", ${isSuspended('l.owner_id')} AS "ownerSuspended"
  FROM upload_links l JOIN albums a ON a.id = l.album_id AND NOT a.deleted WHERE l.token = $1`)
const GUEST = prepared('SELECT id, name FROM upload_guests WHERE link_id = $1 AND key_hash = $2')
/** The lock keeps two who come at once from being one guest too many. */
const LOCK = 'SELECT id FROM upload_links WHERE id = $1 FOR NO KEY UPDATE'
const COUNT = 'SELECT count(*)::int AS used FROM upload_guests WHERE link_id = $1'
const BEGIN = `
  WITH begun AS (
    INSERT INTO upload_guests (link_id, key_hash, name, created_at)
    SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM upload_guests WHERE link_id = $1) < ${UPLOADS.guests}
    RETURNING id, name
  ) SELECT id, name FROM begun`

/** Guests come in as visitors of galleries do, and are known by a key, of which only the hash is kept (rule 149). */
@Injectable()
export class UploadDoors {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: GalleryAccess,
    private readonly limiter: FailureLimiter,
  ) {}

  async enter({ token, grant }: { token: string; grant?: string | undefined }): Promise<OpenRow> {
    return this.access.enter(await this.find(token), grant)
  }

  /** As far as the password. */
  async locked(token: string): Promise<OpenRow> {
    return this.access.find(await this.find(token))
  }

  async guest({ id }: OpenRow, key: string | undefined): Promise<Guest | null> {
    if (key === undefined) return null
    const [guest] = await this.db.sql<Guest>(GUEST, [id, hashOf(key)])
    return guest ?? null
  }

  /** TOO_MANY_REQUESTS where the link is filling up and the guest's network has added many; UPLOAD_GUESTS_FULL. */
  async begin({ id }: OpenRow, { name, address }: { name: string; address: string }) {
    const [row] = await this.db.sql<{ used: number }>(COUNT, [id])
    const limits = { used: row?.used, capacity: UPLOADS.guests, perNetwork: UPLOADS.begunPerNetwork }
    const attempts = attemptsPerNetwork(limits)
    await this.limiter.countAttempt([{ key: failureKey('upload-guests', id, networkOf(address)), attempts }])
    const key = randomText(KEY_ALPHABET, KEY_LENGTH)
    return this.db.commit(async tx => {
      await tx.sql(LOCK, [id])
      const [guest] = await tx.sql<Guest>(BEGIN, [id, hashOf(key), name, this.clock.now()])
      if (!guest) throw errors.UPLOAD_GUESTS_FULL()
      return { guest, key }
    })
  }

  private async find(token: string): Promise<OpenRow | undefined> {
    const [row] = isToken(token) ? await this.db.sql<OpenRow>(FIND, [token]) : []
    return row
  }
}
