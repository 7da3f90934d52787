import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * The file of a photo may be replaced. What is shown stays in the row of the photo; here is the one that is to take its place, and
 * the one that was there before. Old addresses, which differ in what stands behind '~', still lead to the photo.
 */
export class PhotoFiles1760000000024 implements MigrationInterface {
  name = 'PhotoFiles1760000000024'
  /** Nobody waits for an index; what is done is not done again. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(COLUMNS)
    await q.query(FILES)
    await q.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_file ON photos (file_id) WHERE file_id IS NOT NULL')
    await q.query(`
      CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_replaced ON photos (owner_id, split_part(stem, '~', 1))
        WHERE replaced_at IS NOT NULL`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE photo_files')
    await q.query(`
      ALTER TABLE photos DROP COLUMN file_id, DROP COLUMN replaced_at, DROP COLUMN replacement, DROP COLUMN replacement_error,
        DROP COLUMN has_earlier`)
  }
}

const COLUMNS = `
  ALTER TABLE photos
    ADD COLUMN IF NOT EXISTS file_id uuid, -- what media knows the file by; null: by the id of the photo
    ADD COLUMN IF NOT EXISTS replaced_at timestamptz,
    ADD COLUMN IF NOT EXISTS replacement text, -- processing, or failed and not yet tried again
    ADD COLUMN IF NOT EXISTS replacement_error text,
    ADD COLUMN IF NOT EXISTS has_earlier boolean NOT NULL DEFAULT false`

const FILES = `
  CREATE TABLE IF NOT EXISTS photo_files (
    id uuid PRIMARY KEY, -- what media knows it by
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    owner_id uuid NOT NULL,
    role text NOT NULL CHECK (role IN ('next', 'earlier')),
    extension text NOT NULL,
    original_filename text NOT NULL,
    object_key text NOT NULL,
    size bigint NOT NULL,
    sha256 text NOT NULL,
    crc32 bigint NOT NULL,
    mime_type text NOT NULL,
    format text NOT NULL,
    status text NOT NULL,
    error text,
    width int,
    height int,
    orientation text,
    placeholder text,
    creation_tool text,
    taken_at timestamptz,
    exif jsonb NOT NULL DEFAULT '{}',
    variants jsonb,
    visitor jsonb,
    idempotency_key text,
    created_at timestamptz NOT NULL,
    UNIQUE (photo_id, role)
  );
  CREATE INDEX IF NOT EXISTS photo_files_object ON photo_files (object_key);
  CREATE UNIQUE INDEX IF NOT EXISTS photo_files_idempotency ON photo_files (owner_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
  CREATE INDEX IF NOT EXISTS photo_files_owner ON photo_files (owner_id, id)`
