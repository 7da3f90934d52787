import type { MigrationInterface, QueryRunner } from 'typeorm'

export class Library1760000000001 implements MigrationInterface {
  name = 'Library1760000000001'

  async up(q: QueryRunner) {
    await q.query(COLLATION)
    await q.query(PHOTOS)
    await q.query(SEARCH)
    await q.query(ALBUMS_AND_TAGS)
    await q.query(ACCOUNTS)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE plans, photo_blocks, accounts, photo_tags, tags, album_photos, albums, photos')
    await q.query('DROP COLLATION natural_order')
  }
}

/** People expect "Photo 2" before "Photo 10" and case not to matter, whatever locale the database was made with. */
const COLLATION = `
  DO $$ BEGIN
    CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
  EXCEPTION WHEN OTHERS THEN -- a Postgres built without ICU
    CREATE COLLATION natural_order FROM "C";
  END $$`

const PHOTOS = `
  CREATE TABLE photos (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    number int NOT NULL, -- the how-manieth upload of its owner; the order of uploads
    stem text NOT NULL,
    extension text NOT NULL,
    filename text NOT NULL,
    original_filename text NOT NULL,
    title text NOT NULL DEFAULT '',
    caption text NOT NULL DEFAULT '',
    is_favorite boolean NOT NULL DEFAULT false,
    object_key text NOT NULL,
    size bigint NOT NULL,
    sha256 text NOT NULL,
    crc32 bigint NOT NULL,
    mime_type text NOT NULL,
    format text NOT NULL,
    status text NOT NULL DEFAULT 'processing',
    error text,
    width int,
    height int,
    orientation text,
    placeholder text,
    creation_tool text,
    taken_at timestamptz,
    exif jsonb NOT NULL DEFAULT '{}',
    variants jsonb,
    idempotency_key text,
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    deleted_at timestamptz,
    search text NOT NULL GENERATED ALWAYS AS
      (lower(normalize(title || E'\\n' || caption || E'\\n' || original_filename) COLLATE natural_order)) STORED
  );
  CREATE UNIQUE INDEX photos_stem ON photos (owner_id, stem);
  CREATE UNIQUE INDEX photos_idempotency ON photos (owner_id, idempotency_key) WHERE idempotency_key IS NOT NULL AND deleted_at IS NULL;
  -- one per order that is offered; a page is read from the index alone, the rows of its 50 photos follow
  CREATE INDEX photos_by_upload ON photos (owner_id, number, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_date ON photos (owner_id, created_at) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_taken ON photos (owner_id, coalesce(taken_at, created_at), id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_title ON photos (owner_id, title COLLATE natural_order, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_filename ON photos (owner_id, filename COLLATE natural_order, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_liked ON photos (owner_id, number, id) WHERE is_favorite AND deleted_at IS NULL;
  CREATE INDEX photos_object ON photos (object_key);
  CREATE INDEX photos_deleted ON photos (deleted_at) WHERE deleted_at IS NOT NULL`

/** Text search is indexed where the server has trigrams (the platform adds the extension if it may); it works without. */
const SEARCH = `
  DO $$ DECLARE place text; BEGIN
    SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NOT NULL AND has_schema_privilege(place, 'USAGE') THEN
      EXECUTE format('CREATE INDEX photos_search ON photos USING gin (search %I.gin_trgm_ops) WHERE deleted_at IS NULL', place);
    END IF;
  END $$`

const ALBUMS_AND_TAGS = `
  CREATE TABLE albums (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    theme text NOT NULL DEFAULT 'auto',
    is_favorites boolean NOT NULL DEFAULT false,
    cover_photo_id uuid REFERENCES photos ON DELETE SET NULL,
    photo_count int NOT NULL DEFAULT 0 CHECK (photo_count >= 0),
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX albums_owner ON albums (owner_id, created_at);
  CREATE UNIQUE INDEX albums_favorites ON albums (owner_id) WHERE is_favorites;
  CREATE INDEX albums_cover ON albums (cover_photo_id) WHERE cover_photo_id IS NOT NULL;

  CREATE TABLE album_photos (
    album_id uuid NOT NULL REFERENCES albums ON DELETE CASCADE,
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    position double precision NOT NULL,
    PRIMARY KEY (album_id, photo_id)
  );
  CREATE INDEX album_photos_order ON album_photos (album_id, position, photo_id);
  CREATE INDEX album_photos_photo ON album_photos (photo_id);

  CREATE TABLE tags (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    label text COLLATE natural_order NOT NULL,
    label_key text NOT NULL,
    usage_count int NOT NULL DEFAULT 0 CHECK (usage_count >= 0),
    created_at timestamptz NOT NULL,
    UNIQUE (owner_id, label_key)
  );
  CREATE TABLE photo_tags (
    tag_id uuid NOT NULL REFERENCES tags ON DELETE CASCADE,
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    photo_number int NOT NULL, -- never changes; a copy so that a tag's page is read from one index
    PRIMARY KEY (tag_id, photo_id)
  );
  CREATE INDEX photo_tags_order ON photo_tags (tag_id, photo_number, photo_id);
  CREATE INDEX photo_tags_photo ON photo_tags (photo_id, tag_id)`

const ACCOUNTS = `
  CREATE TABLE accounts (
    user_id uuid PRIMARY KEY,
    photos int NOT NULL DEFAULT 0 CHECK (photos >= 0),
    uploads int NOT NULL DEFAULT 0,
    albums int NOT NULL DEFAULT 0 CHECK (albums >= 0),
    originals bigint NOT NULL DEFAULT 0 CHECK (originals >= 0),
    small bigint NOT NULL DEFAULT 0 CHECK (small >= 0),
    medium bigint NOT NULL DEFAULT 0 CHECK (medium >= 0),
    large bigint NOT NULL DEFAULT 0 CHECK (large >= 0),
    version int NOT NULL DEFAULT 0
  );
  CREATE TABLE photo_blocks ( -- how many photos there are of each run of numbers; see photos/photo-blocks.ts
    owner_id uuid NOT NULL,
    block int NOT NULL,
    photos int NOT NULL CHECK (photos >= 0),
    PRIMARY KEY (owner_id, block)
  );
  CREATE TABLE plans (
    user_id uuid PRIMARY KEY,
    tier text NOT NULL,
    status text NOT NULL,
    storage_limit bigint NOT NULL,
    end_date timestamptz,
    past_due_since timestamptz,
    version int NOT NULL
  )`
