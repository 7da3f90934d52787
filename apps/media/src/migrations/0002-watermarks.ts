import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Watermarks1780000000002 implements MigrationInterface {
  name = 'Watermarks1780000000002'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE plans (
        user_id uuid PRIMARY KEY,
        version int NOT NULL,
        tier text NOT NULL,
        status text NOT NULL,
        storage_limit bigint NOT NULL,
        end_date timestamptz,
        past_due_since timestamptz
      );

      CREATE TABLE watermarks (
        owner_id uuid PRIMARY KEY,
        revision int NOT NULL,
        config jsonb NOT NULL,
        image jsonb,
        version text,
        changed_at timestamptz NOT NULL,
        CHECK (image IS NULL OR version IS NOT NULL)
      );
      COMMENT ON COLUMN watermarks.version IS 'of config and image; without an image: the last that was rendered';

      CREATE TABLE watermarked (
        photo_id uuid NOT NULL,
        size text NOT NULL CHECK (size IN ('sm', 'md', 'lg', 'full')),
        version text NOT NULL,
        owner_id uuid NOT NULL,
        rendition jsonb NOT NULL,
        PRIMARY KEY (photo_id, size, version)
      );
      CREATE INDEX watermarked_owner ON watermarked (owner_id, version);`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE watermarked, watermarks, plans')
  }
}
