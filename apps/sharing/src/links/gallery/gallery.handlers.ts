import { errors, type Input, sharing } from '@daymark/contracts'
import { Database, type Handler, Handles, prepared } from '@daymark/platform'
import { isToken } from '../link-token.ts'
import { ARCHIVE_COLUMNS, type ArchiveLink, archiveOf, FILE_COLUMNS, fileOf, type FileRow } from './archive-files.ts'
import { ACCESS_COLUMNS, type AccessRow, GalleryAccess } from './gallery-access.ts'
import { galleryPhotoNamed, galleryPhotos } from './gallery-photos.ts'
import { GALLERY_VERSION } from './gallery-version.ts'
import { LinkPasswords } from './link-passwords.ts'
import { offeredSize } from './offered-downloads.ts'
import { decodeSelection, encodeSelection } from './photo-selection.ts'

type Wanted = Input<typeof sharing.listArchive>

/** The photos of the gallery in its order; sizes and CRC-32 of originals are known since upload, media knows the others. */
@Handles(sharing.listArchive)
export class ListArchive implements Handler<typeof sharing.listArchive> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle(wanted: Wanted) {
    const link = this.access.enter(await this.link(wanted.token), wanted.grant)
    const size = offeredSize(link, wanted.size)
    const all = await this.photos(link, wanted)
    const ids = all.map(({ photoId }) => photoId)
    const rows = chosen(all, ids, wanted)
    return {
      ...archiveOf(link, size),
      ...(wanted.photoIds && { selection: encodeSelection(ids, new Set(wanted.photoIds)) }),
      files: rows.map(row => fileOf(row, size)),
    }
  }

  private photos(link: ArchiveLink, { name }: Wanted): Promise<FileRow[]> {
    return name === undefined
      ? galleryPhotos<FileRow>(this.db, link, FILE_COLUMNS)
      : galleryPhotoNamed<FileRow>(this.db, link, FILE_COLUMNS, name)
  }

  private async link(token: string): Promise<ArchiveLink | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<ArchiveLink>(`SELECT ${ARCHIVE_COLUMNS} WHERE l.token = $1`, [token])
    return row
  }
}

function chosen(all: FileRow[], ids: string[], { photoIds, selection, name }: Wanted): FileRow[] {
  if (photoIds) return named(all, new Set(photoIds))
  if (selection !== undefined) return named(all, decodeSelection(ids, selection))
  if (name !== undefined && !all.length) throw errors.PHOTO_NOT_FOUND()
  return all
}

/** All of them or none: what is not in the gallery (any more) is not left out in silence. */
function named(all: FileRow[], ids: ReadonlySet<string>): FileRow[] {
  const found = all.filter(({ photoId }) => ids.has(photoId))
  if (found.length !== ids.size || !ids.size) throw errors.PHOTO_NOT_FOUND()
  return found
}

type LinkRow = AccessRow & { version: string; changes: string }

const FIND = prepared(
  `SELECT ${ACCESS_COLUMNS}, ${GALLERY_VERSION} AS version, a.content_version::text AS changes FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
)

/** Everything that a visitor looks at begins here, several times a second for each gallery that is open somewhere: one row by key. */
@Handles(sharing.openLink)
export class OpenLink implements Handler<typeof sharing.openLink> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle({ token, grant }: Input<typeof sharing.openLink>) {
    const [row] = isToken(token) ? await this.db.sql<LinkRow>(FIND, [token]) : []
    const { id: linkId, ownerId, version, changes, watermark, expiresAt } = this.access.enter(row, grant)
    return {
      linkId,
      ownerId,
      version,
      changes: Number(changes),
      watermark,
      expiresAt: expiresAt?.toISOString() ?? null,
    }
  }
}

type Row = AccessRow & { passwordHash: string | null }

const RENEW = prepared('UPDATE links SET password_hash = $3 WHERE id = $1 AND password_hash = $2')

@Handles(sharing.unlock)
export class Unlock implements Handler<typeof sharing.unlock> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly passwords: LinkPasswords,
  ) {}

  async handle({ token, ...guess }: Input<typeof sharing.unlock>) {
    const link = this.access.find(await this.find(token))
    const renew = [link.id, link.passwordHash]
    await this.passwords.verify(link, guess, (tx, hash) => void tx.sql(RENEW, [...renew, hash]))
    return { grant: this.access.grant(link) }
  }

  private async find(token: string): Promise<Row | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<Row>(
      `SELECT ${ACCESS_COLUMNS}, l.password_hash AS "passwordHash" FROM links l WHERE l.token = $1`,
      [token],
    )
    return row
  }
}
