import type { ArchivedAccount } from '@daymark/platform'
import { announceFiles, announcePhotos, announceReceived } from './announce-imported.ts'
import { finishImport } from './finish-import.ts'

const ALBUMS = 'SELECT id FROM albums WHERE owner_id = $1'
const TAGS = 'SELECT id FROM tags WHERE owner_id = $1'
const photo = 'EXISTS (SELECT FROM photos p WHERE p.id = r.photo_id AND p.owner_id = $1)'

const isNotCurrentFile =
  'EXISTS (SELECT FROM photos p WHERE p.id = r.photo_id AND p.owner_id = $1 AND coalesce(p.file_id, p.id) <> r.id)'

const SHOWN = 'EXISTS (SELECT FROM photos p WHERE p.id = t.photo_id AND p.deleted_at IS NULL)'

/**
 * Photos that are not deleted, their earlier versions, pending files of guests, albums and tags. Variants are not archived but
 * rendered after the restore, so photos return with the status `processing`.
 */
export const archivedAccount: ArchivedAccount = {
  tables: [
    {
      ...{ table: 'accounts', where: 't.user_id = $1', key: { user_id: 'uuid' } },
      as: {
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
      // before photos: a file that is approved between the two reads is in both tables, and finishImport removes it here
      ...{ table: 'guest_uploads', key: { id: 'uuid' }, page: 300 },
      where: `t.owner_id = $1 AND t.state = 'waiting' AND t.album_id IN (${ALBUMS})`,
      without: ['variants', 'visitor_file'],
      objects: `jsonb_build_array(jsonb_build_object('key', t.object_key, 'sha256', t.sha256, 'size', t.size))`,
      as: { status: `'processing'`, error: 'NULL', variants: 'NULL', visitor_file: 'NULL' },
      kept: announceReceived,
    },
    {
      ...{
        table: 'photos',
        where: 't.owner_id = $1 AND t.deleted_at IS NULL',
        key: { number: 'int', id: 'uuid' },
        page: 300,
      },
      without: ['variants', 'visitor_file', 'search'],
      objects: `jsonb_build_array(jsonb_build_object('key', t.object_key, 'sha256', t.sha256, 'size', t.size))`,
      as: {
        ...{ status: `'processing'`, error: 'NULL', variants: 'NULL', visitor_file: 'NULL', version: 'r.version + 1' },
        ...{ replacement: 'NULL', replacement_error: 'NULL' },
      },
      kept: announcePhotos,
    },
    {
      ...{
        table: 'photo_files',
        where: `t.owner_id = $1 AND t.role = 'earlier' AND ${SHOWN}`,
        key: { id: 'uuid' },
        page: 300,
      },
      without: ['variants', 'visitor_file'],
      objects: `jsonb_build_array(jsonb_build_object('key', t.object_key, 'sha256', t.sha256, 'size', t.size))`,
      // tables are read one after the other: between them the file may have become the current file of its photo
      needs: isNotCurrentFile,
      as: { status: `'processing'`, error: 'NULL', variants: 'NULL', visitor_file: 'NULL' },
      kept: announceFiles,
    },
    {
      ...{
        table: 'albums',
        where: 't.owner_id = $1',
        key: { is_favorites: 'boolean', created_at: 'timestamptz', id: 'uuid' },
      },
      as: {
        cover_photo_id:
          'CASE WHEN EXISTS (SELECT FROM photos p WHERE p.id = r.cover_photo_id) THEN r.cover_photo_id END',
        // subscribers count from the first version on
        version: '0',
      },
    },
    {
      ...{
        table: 'album_photos',
        where: `t.album_id IN (${ALBUMS})`,
        key: { album_id: 'uuid', photo_id: 'uuid' },
        page: 2000,
      },
      needs: `${photo} AND r.album_id IN (${ALBUMS})`,
    },
    { table: 'tags', where: 't.owner_id = $1', key: { id: 'uuid' } },
    {
      ...{ table: 'photo_tags', where: `t.tag_id IN (${TAGS})`, key: { tag_id: 'uuid', photo_id: 'uuid' }, page: 2000 },
      needs: `${photo} AND r.tag_id IN (${TAGS})`,
    },
  ],
  finish: finishImport,
}
