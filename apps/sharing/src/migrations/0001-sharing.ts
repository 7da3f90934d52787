import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Sharing1700000001000 implements MigrationInterface {
  name = 'Sharing1700000001000'
  async up(q: QueryRunner) {
    await q.query(COPY)
    await q.query(LINKS)
    await q.query(VISITS)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE visit_events, visits, unlock_attempts, links, plans, photos, placements, albums')
  }
}

/**
 * What library and billing told. Every row carries the version it stands for; a newer one replaces it, an older one does nothing.
 * Rows of what was deleted stay as tombstones without content, so that a late event cannot bring it back.
 */
const COPY = `
  CREATE TABLE albums (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    version int NOT NULL DEFAULT 0,
    reached int NOT NULL,
    title text NOT NULL DEFAULT '',
    description text NOT NULL DEFAULT '',
    theme text NOT NULL DEFAULT 'auto',
    deleted boolean NOT NULL DEFAULT false
  );
  COMMENT ON COLUMN albums.version IS 'of title, description and theme; 0: not told yet';
  COMMENT ON COLUMN albums.reached IS 'newest version heard of, of the album or of its order';

  CREATE TABLE placements (
    album_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    version int NOT NULL,
    present boolean NOT NULL,
    position double precision,
    PRIMARY KEY (album_id, photo_id)
  );
  CREATE INDEX placements_order ON placements (album_id, position, photo_id) WHERE present;

  CREATE TABLE photos (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    version int NOT NULL,
    deleted boolean NOT NULL DEFAULT false,
    filename text,
    stem text GENERATED ALWAYS AS (regexp_replace(filename, '[.][^.]*$', '')) STORED,
    original_filename text,
    title text,
    caption text,
    width int,
    height int,
    orientation text,
    placeholder text,
    original jsonb,
    variants jsonb,
    taken_at timestamptz
  );
  COMMENT ON COLUMN photos.variants IS 'null while there is nothing to show';
  CREATE INDEX photos_stem ON photos (owner_id, stem) WHERE NOT deleted;

  CREATE TABLE plans (
    user_id uuid PRIMARY KEY,
    version int NOT NULL,
    tier text NOT NULL,
    status text NOT NULL,
    end_date timestamptz,
    past_due_since timestamptz
  );`

const LINKS = `
  CREATE TABLE links (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    token text NOT NULL UNIQUE,
    owner_id uuid NOT NULL,
    album_id uuid NOT NULL REFERENCES albums (id),
    version int NOT NULL DEFAULT 1,
    revoked boolean NOT NULL DEFAULT false,
    expires_at timestamptz,
    allow_downloads boolean NOT NULL,
    watermark boolean NOT NULL,
    theme text,
    theme_override text,
    show_titles boolean NOT NULL,
    password_hash text,
    password_version int NOT NULL DEFAULT 0,
    view_count int NOT NULL DEFAULT 0,
    last_viewed_at timestamptz,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX links_owner ON links (owner_id, created_at DESC);
  CREATE INDEX links_album ON links (album_id);

  CREATE TABLE unlock_attempts (
    link_id uuid NOT NULL,
    network text NOT NULL,
    since timestamptz NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (link_id, network)
  );
  CREATE INDEX unlock_attempts_since ON unlock_attempts (since);`

const VISITS = `
  CREATE TABLE visits (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    link_id uuid NOT NULL REFERENCES links (id) ON DELETE CASCADE,
    visitor_id text NOT NULL,
    started_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL
  );
  CREATE INDEX visits_visitor ON visits (link_id, visitor_id, last_at);

  CREATE TABLE visit_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    visit_id uuid NOT NULL REFERENCES visits (id) ON DELETE CASCADE,
    type text NOT NULL,
    photo_id uuid,
    data jsonb,
    at timestamptz NOT NULL
  );
  CREATE INDEX visit_events_visit ON visit_events (visit_id);`
