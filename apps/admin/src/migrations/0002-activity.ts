import type { MigrationInterface, QueryRunner } from 'typeorm'

/** What people did lately. A photo is uploaded once and a link made once, however often that is told. */
export class Activity1800000000002 implements MigrationInterface {
  name = 'Activity1800000000002'
  async up(q: QueryRunner) {
    await q.query(`
      CREATE TABLE activity (
        id uuid PRIMARY KEY,
        type text NOT NULL,
        at timestamptz(3) NOT NULL,
        user_id uuid NOT NULL,
        object_id uuid NOT NULL,
        album_id uuid,
        filename text,
        UNIQUE (object_id, type)
      );
      CREATE INDEX activity_at ON activity (at, id);
      CREATE INDEX activity_type ON activity (type, at, id);
      CREATE INDEX activity_user ON activity (user_id, at, id)`)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE activity')
  }
}
