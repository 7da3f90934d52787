import { prepared, type Tx } from '@daymark/platform'

/** `id`: the id of the event. */
export type Activity = {
  id: string
  type: 'share_created' | 'image_uploaded'
  at: string
  userId: string
  objectId: string
  albumId: string | null
  filename: string | null
}

const KEEP = prepared(`
  INSERT INTO activity (id, type, at, user_id, object_id, album_id, filename) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING`)

export function keepActivity(tx: Tx, { id, type, at, userId, objectId, albumId, filename }: Activity): void {
  void tx.sql(KEEP, [id, type, at, userId, objectId, albumId, filename])
}
