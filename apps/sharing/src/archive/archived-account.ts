import { type Brand, brandChanged, domainChanged } from '@daymark/contracts'
import type { ArchivedAccount, ArchivedTable, Tx } from '@daymark/platform'

const LINKS_OF_OWNER = 'SELECT id FROM links WHERE owner_id = $1'
/**
 * Selects upload links whose album is not deleted. Backups contain no albums in the trash, so nothing would ever delete the upload link of
 * such an album after a restore.
 */
const HAS_ALBUM = 't.owner_id = $1 AND EXISTS (SELECT FROM albums a WHERE a.id = t.album_id AND NOT a.deleted)'
const UPLOAD_LINKS_OF_OWNER = `SELECT t.id FROM upload_links t WHERE ${HAS_ALBUM}`
const SELECTIONS_OF_OWNER = `SELECT album_id FROM links WHERE owner_id = $1 AND kind = 'selection'`
const tableWithLinkId = (table: string, key: ArchivedTable['key']): ArchivedTable => ({
  table,
  key,
  where: `t.link_id IN (${LINKS_OF_OWNER})`,
  importIf: `r.link_id IN (${LINKS_OF_OWNER})`,
})

/**
 * Inserts empty rows for the albums to which the imported links refer. After the restore, the library service publishes its albums again
 * and thereby completes the rows.
 */
const INSERT_ALBUM_ROWS = `
  INSERT INTO albums (id, owner_id, applied_version)
  SELECT DISTINCT (r ->> 'album_id')::uuid, $1::uuid, 0 FROM jsonb_array_elements($2::jsonb) AS r ON CONFLICT DO NOTHING`

/** Makes a former address of the studio page current if the owner has no current address, because another account has taken it. */
const CHOOSE_CURRENT_PAGE_NAME = `
  UPDATE studio_page_names SET is_current = true
  WHERE name = (SELECT min(name) FROM studio_page_names WHERE owner_id = $1)
    AND NOT EXISTS (SELECT FROM studio_page_names WHERE owner_id = $1 AND is_current)`

/**
 * The tables of an account's archive: links with their readable addresses, selections, upload links with their guests, statistics of
 * visits, appearance and presets.
 */
export const archivedAccount: ArchivedAccount = {
  tables: [
    { table: 'albums', where: `t.id IN (${SELECTIONS_OF_OWNER})`, key: { id: 'uuid' } },
    {
      table: 'album_photos',
      where: `t.album_id IN (${SELECTIONS_OF_OWNER})`,
      key: { album_id: 'uuid', photo_id: 'uuid' },
      importIf: 'EXISTS (SELECT FROM albums a WHERE a.id = r.album_id AND a.owner_id = $1)',
    },
    { table: 'links', where: 't.owner_id = $1', key: { id: 'uuid' }, beforeImport: INSERT_ALBUM_ROWS },
    {
      table: 'link_slugs',
      where: 't.owner_id = $1',
      key: { slug: 'text' },
      overrides: { link_id: 'CASE WHEN EXISTS (SELECT FROM links l WHERE l.id = r.link_id) THEN r.link_id END' },
    },
    tableWithLinkId('downloaded_photos', { link_id: 'uuid', visitor_id: 'text', photo_id: 'uuid' }),
    tableWithLinkId('pick_lists', { id: 'uuid' }),
    tableWithLinkId('picks', { list_id: 'uuid', photo_id: 'uuid' }),
    tableWithLinkId('comment_threads', { id: 'uuid' }),
    tableWithLinkId('comments', { id: 'uuid' }),
    tableWithLinkId('first_look_subscribers', { id: 'uuid' }),
    {
      table: 'upload_links',
      key: { id: 'uuid' },
      where: HAS_ALBUM,
      // an album may have upload links but no other links
      beforeImport: INSERT_ALBUM_ROWS,
    },
    {
      table: 'upload_guests',
      where: `t.link_id IN (${UPLOAD_LINKS_OF_OWNER})`,
      key: { id: 'uuid' },
      importIf: `r.link_id IN (${UPLOAD_LINKS_OF_OWNER})`,
    },
    tableWithLinkId('visits', { id: 'uuid' }),
    tableWithLinkId('visit_hours', { link_id: 'uuid', hour: 'timestamptz' }),
    tableWithLinkId('visit_photos', { link_id: 'uuid', photo_id: 'uuid' }),
    tableWithLinkId('visit_downloads', { link_id: 'uuid', type: 'text' }),
    {
      table: 'unsubscribes',
      where: 't.owner_id = $1',
      key: { scope_id: 'uuid', address_hash: 'text' },
      importIf: `r.scope_id = $1 OR r.scope_id IN (${LINKS_OF_OWNER})`,
    },
    { table: 'domains', where: 't.owner_id = $1', key: { owner_id: 'uuid' } },
    {
      table: 'verified_hosts',
      key: { host: 'text' },
      where: `t.host IN (SELECT host FROM domains WHERE owner_id = $1 AND state <> 'pending')`,
    },
    { table: 'brands', where: 't.owner_id = $1', key: { owner_id: 'uuid' } },
    { table: 'presets', where: 't.owner_id = $1', key: { id: 'uuid' } },
    { table: 'studio_pages', where: 't.owner_id = $1', key: { owner_id: 'uuid' } },
    {
      table: 'studio_page_names',
      where: 't.owner_id = $1',
      key: { name: 'text' },
      overrides: {
        is_current: `r.is_current AND NOT EXISTS (SELECT FROM studio_page_names n WHERE n.owner_id = $1 AND n.is_current)`,
      },
    },
  ],
  afterImport: (db, ownerId) =>
    db.commit(async tx => {
      await emitBrand(tx, ownerId)
      await tx.sql(CHOOSE_CURRENT_PAGE_NAME, [ownerId])
      const hosts = await tx.sql<{ host: string }>('SELECT host FROM domains WHERE owner_id = $1', [ownerId])
      if (hosts.length > 0) tx.emit(domainChanged, ownerId, { ownerId, hosts: hosts.map(({ host }) => host) })
    }),
}

async function emitBrand(tx: Tx, ownerId: string): Promise<void> {
  const [row] = await tx.sql<Brand & { revision: number }>(
    `SELECT name, website, accent, (extract(epoch FROM clock_timestamp()) * 1000000)::float8 AS revision
     FROM brands WHERE owner_id = $1`,
    [ownerId],
  )
  if (!row) return
  const { revision, ...brand } = row
  tx.emit(brandChanged, ownerId, { ownerId, revision, brand })
}
