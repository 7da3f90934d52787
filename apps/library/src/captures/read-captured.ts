import type { CapturedPhoto } from '@daymark/contracts'
import { prepared, type Database, type Tx } from '@daymark/platform'
import { CAPTURE } from '../photos/photo-columns.ts'

/** A photo in its place in an album. */
export type Placed = CapturedPhoto & { position: number; cameraName: string | null }

/** All of an album in its order. Of one that is most of a library whole tables are read and sorted, which is the least there is to do. */
const READ = prepared(`
  SELECT x.photo_id AS id, x.position, p.original_filename AS name, p.camera AS "cameraName", ${CAPTURE} AS capture
  FROM album_photos x JOIN photos p ON p.id = x.photo_id WHERE x.album_id = $1 ORDER BY x.position, x.photo_id`)

export const readCaptured = (reader: Database | Tx, albumId: string): Promise<Placed[]> =>
  reader.sql<Placed>(READ, [albumId])
