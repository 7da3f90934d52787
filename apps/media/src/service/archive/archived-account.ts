import { type Rendition, studioLogoChanged, toStudioLogo, watermarkChanged } from '@daymark/contracts'
import type { ArchivedAccount, Tx } from '@daymark/platform'

/** Returns the SQL expression for the stored object in a JSON column of a rendition. */
const archivedObjectsSql = (column: string): string =>
  `CASE WHEN ${column} IS NOT NULL THEN jsonb_build_array(jsonb_build_object(
     'key', ${column} ->> 'key', 'sha256', ${column} ->> 'sha256', 'size', (${column} ->> 'size')::bigint)) END`

/**
 * The tables of an account's archive: watermarks and studio logos. Variants are not archived, because they are rendered again after a
 * restore.
 */
export const archivedAccount: ArchivedAccount = {
  tables: [
    {
      table: 'watermarks',
      where: 't.owner_id = $1',
      key: { owner_id: 'uuid' },
      objects: archivedObjectsSql('t.image'),
    },
    {
      table: 'studio_logos',
      where: 't.owner_id = $1',
      key: { owner_id: 'uuid' },
      objects: archivedObjectsSql('t.logo'),
    },
  ],
  afterImport: (db, ownerId) =>
    db.commit(async tx => {
      await publishWatermark(tx, ownerId)
      await publishLogo(tx, ownerId)
    }),
}

async function publishWatermark(tx: Tx, ownerId: string): Promise<void> {
  const [row] = await tx.sql<{ revision: number; exists: boolean }>(
    'SELECT revision, image IS NOT NULL AS exists FROM watermarks WHERE owner_id = $1',
    [ownerId],
  )
  if (row) tx.emit(watermarkChanged, ownerId, { ownerId, ...row })
}

async function publishLogo(tx: Tx, ownerId: string): Promise<void> {
  const [row] = await tx.sql<{ logo: Rendition; revision: number }>(
    `SELECT logo, (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS revision FROM studio_logos WHERE owner_id = $1`,
    [ownerId],
  )
  if (row) tx.emit(studioLogoChanged, ownerId, { ownerId, revision: row.revision, logo: toStudioLogo(row.logo) })
}
