import type { ArchivedAccount } from '@daymark/platform'
import {
  publishImportedEarlierFiles,
  publishImportedPhotos,
  publishImportedGuestFiles,
  finishImport,
} from './finish-import.ts'

const OWN_ALBUM_IDS = 'SELECT id FROM albums WHERE owner_id = $1'
const OWN_TAG_IDS = 'SELECT id FROM tags WHERE owner_id = $1'
const HAS_OWN_PHOTO = 'EXISTS (SELECT FROM photos p WHERE p.id = r.photo_id AND p.owner_id = $1)'

const IS_NOT_CURRENT_FILE =
  'EXISTS (SELECT FROM photos p WHERE p.id = r.photo_id AND p.owner_id = $1 AND coalesce(p.file_id, p.id) <> r.id)'

const HAS_UNDELETED_PHOTO = 'EXISTS (SELECT FROM photos p WHERE p.id = t.photo_id AND p.deleted_at IS NULL)'

/**
 * The tables of an account's archive: photos, their earlier versions, pending guest files, albums and tags, without the trash. Variants are
 * not archived; they are rendered after the import, so imported photos have the status `processing`.
 */
export const archivedAccount: ArchivedAccount = {
  tables: [
    {
      table: 'accounts',
      where: 't.user_id = $1',
      key: { user_id: 'uuid' },
      overrides: {
        photos: '0',
        albums: '0',
        originals: '0',
        small: '0',
        medium: '0',
        large: '0',
        version: 'r.version + 1000',
      },
    },
    {
      // exported before `photos`, so that a file that the owner accepts between the two exports is in both tables; finishImport deletes its
      // row in this table
      table: 'guest_uploads',
      key: { id: 'uuid' },
      pageSize: 300,
      where: `t.owner_id = $1 AND t.state = 'waiting' AND t.album_id IN (${OWN_ALBUM_IDS})`,
      omit: ['variants', 'visitor_file'],
      objects: `jsonb_build_array(jsonb_build_object('key', t.object_key, 'sha256', t.sha256, 'size', t.size))`,
      overrides: { status: `'processing'`, error: 'NULL', variants: 'NULL', visitor_file: 'NULL' },
      afterInsert: publishImportedGuestFiles,
    },
    {
      table: 'photos',
      where: 't.owner_id = $1 AND t.deleted_at IS NULL',
      key: { number: 'int', id: 'uuid' },
      pageSize: 300,
      omit: ['variants', 'visitor_file', 'search'],
      objects: `jsonb_build_array(jsonb_build_object('key', t.object_key, 'sha256', t.sha256, 'size', t.size))`,
      overrides: {
        status: `'processing'`,
        error: 'NULL',
        variants: 'NULL',
        visitor_file: 'NULL',
        version: 'r.version + 1',
        replacement: 'NULL',
        replacement_error: 'NULL',
      },
      afterInsert: publishImportedPhotos,
    },
    {
      table: 'photo_files',
      where: `t.owner_id = $1 AND t.role = 'earlier' AND ${HAS_UNDELETED_PHOTO}`,
      key: { id: 'uuid' },
      pageSize: 300,
      omit: ['variants', 'visitor_file'],
      objects: `jsonb_build_array(jsonb_build_object('key', t.object_key, 'sha256', t.sha256, 'size', t.size))`,
      // skips a file that became the current file of its photo between the exports of the two tables
      importIf: IS_NOT_CURRENT_FILE,
      overrides: { status: `'processing'`, error: 'NULL', variants: 'NULL', visitor_file: 'NULL' },
      afterInsert: publishImportedEarlierFiles,
    },
    {
      table: 'albums',
      where: 't.owner_id = $1',
      key: { is_favorites: 'boolean', created_at: 'timestamptz', id: 'uuid' },
      overrides: {
        cover_photo_id:
          'CASE WHEN EXISTS (SELECT FROM photos p WHERE p.id = r.cover_photo_id) THEN r.cover_photo_id END',
        // albums with version 0 are not published yet: publishNextImportedAlbum publishes them with version 1
        version: '0',
      },
    },
    {
      table: 'album_photos',
      where: `t.album_id IN (${OWN_ALBUM_IDS})`,
      key: { album_id: 'uuid', photo_id: 'uuid' },
      pageSize: 2000,
      importIf: `${HAS_OWN_PHOTO} AND r.album_id IN (${OWN_ALBUM_IDS})`,
    },
    { table: 'tags', where: 't.owner_id = $1', key: { id: 'uuid' } },
    {
      table: 'photo_tags',
      where: `t.tag_id IN (${OWN_TAG_IDS})`,
      key: { tag_id: 'uuid', photo_id: 'uuid' },
      pageSize: 2000,
      importIf: `${HAS_OWN_PHOTO} AND r.tag_id IN (${OWN_TAG_IDS})`,
    },
  ],
  afterImport: finishImport,
}
