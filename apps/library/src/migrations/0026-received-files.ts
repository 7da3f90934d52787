import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * What guests sent through upload links. It is no photo while it waits, so nothing that lists photos knows of it; a photo of the same
 * id takes its place with its owner's approval. What was decided stays as a note of what came, without its file.
 */
export class ReceivedFiles1760000000026 implements MigrationInterface {
  name = 'ReceivedFiles1760000000026'
  async up(q: QueryRunner) {
    await q.query('ALTER TABLE photos ADD COLUMN sent_by text')
    await q.query(`COMMENT ON COLUMN photos.sent_by IS 'the name that a guest gave; null: its owner uploaded it'`)
    await q.query(FILES)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE received_files')
    await q.query('ALTER TABLE photos DROP COLUMN sent_by')
  }
}

const FILES = `
  CREATE TABLE received_files (
    id uuid PRIMARY KEY, -- what media knows it by, and the id of its photo
    owner_id uuid NOT NULL,
    album_id uuid NOT NULL, -- without a foreign key: it waits while its album is in the trash
    section_id uuid,
    link_id uuid NOT NULL,
    guest_id uuid NOT NULL,
    guest_name text NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'added', 'declined', 'withdrawn')),
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
    capture jsonb,
    variants jsonb,
    visitor jsonb,
    idempotency_key text,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX received_files_link ON received_files (link_id, guest_id, sha256) INCLUDE (state, size, created_at);
  CREATE UNIQUE INDEX received_files_idempotency ON received_files (guest_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX received_files_waiting ON received_files (owner_id, album_id, guest_id, created_at) WHERE state = 'waiting';
  CREATE INDEX received_files_object ON received_files (object_key) WHERE state = 'waiting';
  CREATE INDEX received_files_owner ON received_files (owner_id, id);
  CREATE INDEX received_files_album ON received_files (album_id)`
