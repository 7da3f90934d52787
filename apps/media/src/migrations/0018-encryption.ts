import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What lies plain in the store of accounts that have encryption by now, and plain objects whose encrypted ones are there. */
export class Encryption1780000000018 implements MigrationInterface {
  name = 'Encryption1780000000018'
  /** Nobody waits for an index; what is done is not done again. */
  transaction = false
  async up(q: QueryRunner) {
    await q.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS renditions_plain ON renditions (owner_id, photo_id)
      WHERE status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1'`)
    await q.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS watermarked_plain ON watermarked (owner_id)
      WHERE rendition ->> 'key' NOT LIKE '%.dm1'`)
    await q.query(PLAIN_OBJECTS)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE plain_objects; DROP INDEX watermarked_plain, renditions_plain')
  }
}

const PLAIN_OBJECTS = `
  CREATE TABLE IF NOT EXISTS plain_objects (
    key text PRIMARY KEY,
    photo_id uuid,
    due_at timestamptz
  );
  COMMENT ON COLUMN plain_objects.due_at IS 'when it is removed; null: library has not taken the encrypted one yet';
  CREATE INDEX IF NOT EXISTS plain_objects_due ON plain_objects (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS plain_objects_photo ON plain_objects (photo_id) WHERE photo_id IS NOT NULL`
