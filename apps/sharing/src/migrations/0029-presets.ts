import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Settings that owners gave a name, and how easily the password of a link is guessed. Of links of before that is not known. */
export class Presets1700000001028 implements MigrationInterface {
  name = 'Presets1700000001028'
  async up(q: QueryRunner) {
    await q.query(`
      ALTER TABLE links ADD COLUMN password_weakness text;
      COMMENT ON COLUMN links.password_weakness IS 'null: no password, a good one, or one of before it was looked at';

      CREATE TABLE presets (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        owner_id uuid NOT NULL,
        name text NOT NULL,
        settings jsonb NOT NULL,
        expires_after_days int CHECK (expires_after_days > 0),
        ask_password boolean NOT NULL,
        is_default boolean NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      COMMENT ON COLUMN presets.settings IS 'what links have in columns of these names; left out: as links usually have it';
      CREATE UNIQUE INDEX presets_name ON presets (owner_id, lower(name));
      CREATE UNIQUE INDEX presets_default ON presets (owner_id) WHERE is_default`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE presets; ALTER TABLE links DROP COLUMN password_weakness')
  }
}
