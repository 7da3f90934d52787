import { downloadName, library, type Actor, type Input, type Renditions } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

type Row = { photoId: string; fileId: string | null; name: string; originalFilename: string; variants: Renditions }

/** A grid shows the newest first, an album often the other way round. */
const EACH_WAY = 125

/** What the tiles of a grid need to be found, hundreds at a time: asking for each would cost more than sending it. */
@Handles(library.listFiles)
export class ListFiles implements Handler<typeof library.listFiles> {
  constructor(private readonly db: Database) {}

  async handle({ name }: Input<typeof library.listFiles>, { userId }: Actor) {
    const rows = name.includes('\0') ? [] : await this.around(userId, name)
    const files = rows.map(({ photoId, fileId, originalFilename, variants: { sm, md, lg }, ...row }) => ({
      ...{ photoId, ...(fileId && { fileId }), name: row.name, sm, md, lg },
      downloadName: downloadName(originalFilename, 'image/jpeg'),
    }))
    return { files }
  }

  private around(ownerId: string, name: string): Promise<Row[]> {
    const part = (than: string, direction: string) => `
      (SELECT id AS "photoId", file_id AS "fileId", stem AS name, original_filename AS "originalFilename", variants
       FROM photos, asked WHERE owner_id = $1 AND deleted_at IS NULL AND number ${than} asked.at
       ORDER BY number ${direction}, id ${direction} LIMIT ${EACH_WAY})`
    return this.db.sql<Row>(
      `WITH asked AS (SELECT number AS at FROM photos WHERE owner_id = $1 AND stem = $2 AND deleted_at IS NULL)
       SELECT * FROM (${part('<=', 'DESC')} UNION ALL ${part('>', 'ASC')}) AS around WHERE variants IS NOT NULL`,
      [ownerId, name],
    )
  }
}
