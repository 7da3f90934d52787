import { errors, type ReceivedFile as ReceivedView } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'

type Row = Omit<ReceivedView, 'receivedAt'> & { receivedAt: Date }

/** Selects files of guests. The picture of an accepted file is shown until its photo is deleted or gets another file. */
const SELECT_RECEIVED = `
  SELECT r.id, r.link_id AS "linkId", r.guest_id AS "guestId", r.guest_name AS "guestName", r.size::float8, r.sha256, r.state,
    r.original_filename AS "originalFilename", coalesce(p.status, r.status) AS status, coalesce(p.error, r.error) AS error,
    coalesce(p.width, r.width) AS width, coalesce(p.height, r.height) AS height,
    CASE WHEN r.state = 'waiting' THEN r.placeholder ELSE p.placeholder END AS placeholder,
    (CASE WHEN r.state = 'waiting' THEN r.variants ELSE p.variants END) IS NOT NULL AS "hasPicture", r.created_at AS "receivedAt"
  FROM guest_uploads r
  LEFT JOIN photos p ON p.id = r.id AND r.state = 'added' AND p.deleted_at IS NULL AND p.file_id IS NULL`

export async function readReceived(
  db: Pick<Database | Tx, 'sql'>,
  condition: string,
  parameters: unknown[],
): Promise<ReceivedView[]> {
  const rows = await db.sql<Row>(`${SELECT_RECEIVED} WHERE ${condition}`, parameters)
  return rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() }))
}

export async function readReceivedFile(db: Pick<Database | Tx, 'sql'>, id: string): Promise<ReceivedView> {
  const [row] = await readReceived(db, 'r.id = $1', [id])
  if (!row) throw errors.RECEIVED_NOT_FOUND()
  return row
}
