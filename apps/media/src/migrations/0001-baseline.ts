import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Creates the tables of the media service: resized files and watermarks. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [RENDITIONS, WATERMARKS, OBJECTS]) await q.query(sql)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

const RENDITIONS = `
  CREATE TABLE renditions (
    photo_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    object_key text NOT NULL,
    status text NOT NULL CHECK (status IN ('processing', 'ready', 'failed', 'removed')),
    width int,
    height int,
    variants jsonb,
    changed_at timestamptz NOT NULL,
    CHECK (status <> 'ready' OR (width IS NOT NULL AND height IS NOT NULL AND variants IS NOT NULL))
  );
  COMMENT ON TABLE renditions IS
    'Resized files of a photo. A removed row is a tombstone: work that finishes later deletes its result.';
  COMMENT ON COLUMN renditions.photo_id IS 'Id of the photo or of its file.';
  CREATE INDEX renditions_removed ON renditions (changed_at) WHERE status = 'removed';
  CREATE INDEX renditions_processing ON renditions (photo_id) WHERE status = 'processing';
  CREATE INDEX renditions_finished ON renditions (changed_at) WHERE status IN ('ready', 'failed');
  CREATE INDEX renditions_plain ON renditions (owner_id, photo_id)
    WHERE status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1'`

const WATERMARKS = `
  CREATE TABLE plans (
    user_id uuid PRIMARY KEY,
    version int NOT NULL,
    tier text NOT NULL,
    status text NOT NULL,
    storage_limit bigint NOT NULL,
    end_date timestamptz,
    past_due_since timestamptz
  );
  COMMENT ON TABLE plans IS 'Plan of each account. A copy of what billing announces.';

  CREATE TABLE watermarks (
    owner_id uuid PRIMARY KEY,
    revision int NOT NULL,
    config jsonb NOT NULL,
    image jsonb,
    version text,
    changed_at timestamptz NOT NULL,
    CHECK (image IS NULL OR version IS NOT NULL)
  );
  COMMENT ON TABLE watermarks IS 'Watermark of an account.';
  COMMENT ON COLUMN watermarks.version IS
    'Hash of config and image. Without an image: the last version that was rendered.';

  CREATE TABLE watermarked_files (
    photo_id uuid NOT NULL,
    size text NOT NULL CHECK (size ~ '^(sm|md|lg|full|[0-9]{4}|card-[0-9]{1,3}-[0-9]{1,3})$'),
    version text NOT NULL,
    owner_id uuid NOT NULL,
    rendition jsonb NOT NULL,
    rendered_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (photo_id, size, version)
  );
  COMMENT ON TABLE watermarked_files IS 'Files with a watermark.';
  COMMENT ON COLUMN watermarked_files.size IS
    'Variant, edge length of a download, or card-x-y: the picture of a link card around a focal point in percent.';
  COMMENT ON COLUMN watermarked_files.rendered_at IS
    'The newest file stays in use when the current watermark cannot be rendered.';
  CREATE INDEX watermarked_files_owner ON watermarked_files (owner_id, version);
  CREATE INDEX watermarked_files_plain ON watermarked_files (owner_id) WHERE (rendition ->> 'key') NOT LIKE '%.dm1';

  CREATE TABLE studio_logos (
    owner_id uuid PRIMARY KEY,
    logo jsonb NOT NULL
  );
  COMMENT ON TABLE studio_logos IS 'Logos that studios show in place of the Daymark logo.'`

const OBJECTS = `
  CREATE TABLE plain_objects (
    key text PRIMARY KEY,
    photo_id uuid,
    due_at timestamptz
  );
  COMMENT ON TABLE plain_objects IS 'Unencrypted objects that have an encrypted successor.';
  COMMENT ON COLUMN plain_objects.due_at IS
    'When the object is deleted. Null: library does not use the encrypted object yet.';
  CREATE INDEX plain_objects_due ON plain_objects (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX plain_objects_photo ON plain_objects (photo_id) WHERE photo_id IS NOT NULL;

  CREATE TABLE cards (
    key text PRIMARY KEY,
    photo_id uuid NOT NULL
  );
  COMMENT ON TABLE cards IS 'Pictures of link cards without a watermark, so that they are deleted with their photo.';
  CREATE INDEX cards_photo ON cards (photo_id);

  CREATE TABLE copy_leases (
    id text PRIMARY KEY,
    user_id uuid NOT NULL,
    holder uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    result text
  );
  COMMENT ON TABLE copy_leases IS
    'Copies of files that take longer than a call. Prevents two replicas from making the same copy.';
  COMMENT ON COLUMN copy_leases.holder IS 'Process that makes the copy.';
  COMMENT ON COLUMN copy_leases.expires_at IS 'End of the lease, or when the result is deleted.';
  COMMENT ON COLUMN copy_leases.result IS 'Result of the copy. Null: in progress.'`
