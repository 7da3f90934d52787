import { hashesRequested } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { VisitorFile } from '../gallery/visitor-file.ts'

/** Its `sha256` is a name for its bytes and not their hash, as nobody has read them yet. */
export type Unread = VisitorFile & { photoId: string }
type Row = { photoId: string; content: string; sha256: string | null; isAnswered: boolean }

/** What could not be read, or was not answered, is asked for again. */
const AGAIN_MS = 15 * 60_000
const PER_EVENT = 20

const KNOWN = `
  SELECT photo_id AS "photoId", content, sha256, answered_at IS NOT NULL AS "isAnswered" FROM file_hashes
  WHERE photo_id = ANY ($1::uuid[])`
/** In one order, whoever comes. */
const ASK = `
  INSERT INTO file_hashes AS h (photo_id, content, requested_at)
  SELECT p.id, wanted.content, $3 FROM unnest($1::uuid[], $2::text[]) AS wanted (photo_id, content)
    JOIN photos p ON p.id = wanted.photo_id ORDER BY p.id
  ON CONFLICT (photo_id) DO UPDATE SET content = excluded.content, sha256 = NULL, requested_at = $3, answered_at = NULL
    WHERE h.content <> excluded.content OR (h.sha256 IS NULL AND h.requested_at < $4)
  RETURNING photo_id AS "photoId"`

/** Hashes of files that differ from their originals: kept since somebody first wanted them. */
@Injectable()
export class FileHashes {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** By photo; null: it cannot be read. What is missing is being made. */
  async of(ownerId: string, files: Unread[]): Promise<Map<string, string | null>> {
    if (files.length === 0) return new Map()
    const rows = await this.db.sql<Row>(KNOWN, [files.map(({ photoId }) => photoId)])
    const contents = new Map(files.map(({ photoId, sha256 }) => [photoId, sha256]))
    const told = rows.filter(({ photoId, content, isAnswered }) => isAnswered && contents.get(photoId) === content)
    const known = new Map(told.map(({ photoId, sha256 }) => [photoId, sha256]))
    const missing = files.filter(({ photoId }) => !known.get(photoId))
    if (missing.length > 0) await this.db.commit(tx => this.ask(tx, ownerId, missing))
    return known
  }

  private async ask(tx: Tx, ownerId: string, files: Unread[]): Promise<void> {
    const now = this.clock.now()
    const [ids, contents] = [files.map(({ photoId }) => photoId), files.map(({ sha256 }) => sha256)]
    const asked = await tx.sql<{ photoId: string }>(ASK, [ids, contents, now, new Date(now.getTime() - AGAIN_MS)])
    const due = new Set(asked.map(({ photoId }) => photoId))
    const wanted = files.filter(({ photoId }) => due.has(photoId)).map(wish)
    for (let at = 0; at < wanted.length; at += PER_EVENT)
      tx.emit(hashesRequested, ownerId, { ownerId, files: wanted.slice(at, at + PER_EVENT) })
  }
}

const wish = ({ photoId, sha256: content, key, size, crc32, patches = [] }: Unread) => ({
  ...{ photoId, content, key, size, crc32, patches },
})
