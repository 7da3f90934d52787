import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Creates the tables of the library service: photos, albums, tags, the trash and counters. */
export class Baseline1800000000001 implements MigrationInterface {
  name = 'Baseline1800000000001'
  async up(q: QueryRunner) {
    for (const sql of [COLLATION, PHOTOS, FILES, ALBUMS, TAGS, ACCOUNTS, TRASH, CHECKPOINTS, SEARCH]) await q.query(sql)
    for (const [name, body] of Object.entries(FUNCTIONS))
      await q.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN ${body} RETURN NULL; END $$`)
    await q.query(TRIGGERS)
  }
  down(): Promise<void> {
    throw new Error('The baseline cannot be reverted: drop the database instead.')
  }
}

/** Creates a collation that sorts "Photo 2" before "Photo 10" and ignores case, independent of the locale of the database. */
const COLLATION = `
  DO $$ BEGIN
    CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
  EXCEPTION WHEN OTHERS THEN -- Postgres without ICU
    CREATE COLLATION natural_order FROM "C";
  END $$`

const PHOTOS = `
  CREATE TABLE photos (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    number int NOT NULL,
    stem text NOT NULL,
    extension text NOT NULL,
    filename text NOT NULL,
    original_filename text NOT NULL,
    title text NOT NULL DEFAULT '',
    caption text NOT NULL DEFAULT '',
    is_favorite boolean NOT NULL DEFAULT false,
    own_rating int CHECK (own_rating BETWEEN 0 AND 5),
    sent_by text,
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
    capture jsonb,
    variants jsonb,
    visitor_file jsonb,
    file_id uuid,
    replaced_at timestamptz,
    replacement text,
    replacement_error text,
    has_earlier boolean NOT NULL DEFAULT false,
    idempotency_key text,
    restored_from uuid,
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    deleted_at timestamptz,
    camera text GENERATED ALWAYS AS (nullif(left(CASE
      WHEN starts_with(lower(coalesce(exif ->> 'model', '')), lower(split_part(coalesce(exif ->> 'make', ''), ' ', 1)))
      THEN coalesce(exif ->> 'model', '')
      ELSE btrim(coalesce(exif ->> 'make', '') || ' ' || coalesce(exif ->> 'model', '')) END, 100), '')) STORED,
    lens text GENERATED ALWAYS AS (nullif(left(coalesce(exif ->> 'lens', ''), 100), '')) STORED,
    rating int NOT NULL GENERATED ALWAYS AS (coalesce(own_rating, (exif ->> 'rating')::int, 0)) STORED,
    format_key text NOT NULL GENERATED ALWAYS AS (lower(format)) STORED,
    dated_at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(taken_at, created_at)) STORED,
    search text NOT NULL GENERATED ALWAYS AS (lower(normalize(
      title || E'\\n' || caption || E'\\n' || original_filename || E'\\n' || coalesce(exif ->> 'make', '') || ' ' ||
      coalesce(exif ->> 'model', '') || ' ' || coalesce(exif ->> 'lens', '')) COLLATE natural_order)) STORED
  );
  COMMENT ON TABLE photos IS 'A photo in a library or in the trash.';
  COMMENT ON COLUMN photos.number IS 'Sequence number of the upload within the account. The default sort order.';
  COMMENT ON COLUMN photos.stem IS 'Public file name without extension. Unique within the account.';
  COMMENT ON COLUMN photos.own_rating IS 'Stars that the owner set. Null: the rating of the file counts.';
  COMMENT ON COLUMN photos.sent_by IS 'Name that the guest entered. Null: uploaded by the owner.';
  COMMENT ON COLUMN photos.object_key IS 'Location of the original in the object store.';
  COMMENT ON COLUMN photos.taken_at IS 'Clock of the camera, stored as if it were UTC.';
  COMMENT ON COLUMN photos.capture IS 'Capture time, time zone and camera as read from the file.';
  COMMENT ON COLUMN photos.variants IS 'Resized files. Null until the photo is processed.';
  COMMENT ON COLUMN photos.visitor_file IS 'The file that visitors of a gallery download.';
  COMMENT ON COLUMN photos.file_id IS 'Id of the current file in media. Null: the id of the photo.';
  COMMENT ON COLUMN photos.replaced_at IS 'When the file of the photo was last replaced.';
  COMMENT ON COLUMN photos.replacement IS 'State of a new file for the photo: processing or failed.';
  COMMENT ON COLUMN photos.has_earlier IS
    'The file before the last replacement still exists and can be brought back.';
  COMMENT ON COLUMN photos.idempotency_key IS 'Idempotency key of the upload.';
  COMMENT ON COLUMN photos.restored_from IS 'Id of the photo in the backup that this row was restored from.';
  COMMENT ON COLUMN photos.version IS 'Grows with each change.';
  COMMENT ON COLUMN photos.deleted_at IS 'Set while the photo is in the trash.';
  COMMENT ON COLUMN photos.camera IS 'Make and model. Most models begin with the name of their maker.';
  COMMENT ON COLUMN photos.rating IS 'Stars that the owner set, or those that the file states. 0: none.';
  COMMENT ON COLUMN photos.dated_at IS 'Capture time, or upload time without one.';
  COMMENT ON COLUMN photos.search IS 'Normalized text for the search.';
  CREATE UNIQUE INDEX photos_stem ON photos (owner_id, stem);
  CREATE UNIQUE INDEX photos_idempotency ON photos (owner_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL AND deleted_at IS NULL;
  CREATE INDEX photos_by_upload ON photos (owner_id, number, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_date ON photos (owner_id, created_at) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_title ON photos (owner_id, title COLLATE natural_order, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_filename ON photos (owner_id, filename COLLATE natural_order, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_liked ON photos (owner_id, number, id) WHERE is_favorite AND deleted_at IS NULL;
  CREATE INDEX photos_object ON photos (object_key);
  CREATE INDEX photos_deleted ON photos (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX photos_by_taken ON photos (owner_id, dated_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_rating ON photos (owner_id, rating, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_camera ON photos (owner_id, camera, number, id)
    WHERE deleted_at IS NULL AND camera IS NOT NULL;
  CREATE INDEX photos_by_lens ON photos (owner_id, lens, number, id) WHERE deleted_at IS NULL AND lens IS NOT NULL;
  CREATE INDEX photos_by_orientation ON photos (owner_id, orientation, number, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_format ON photos (owner_id, format_key, number, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_content ON photos (owner_id, sha256) WHERE deleted_at IS NULL;
  CREATE INDEX photos_unfinished ON photos (status, id, created_at)
    WHERE status <> 'completed' AND deleted_at IS NULL;
  CREATE INDEX photos_restored ON photos (restored_from) WHERE restored_from IS NOT NULL;
  CREATE INDEX photos_trashed ON photos (owner_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
  CREATE INDEX photos_file ON photos (file_id) WHERE file_id IS NOT NULL;
  CREATE INDEX photos_replaced ON photos (owner_id, split_part(stem, '~', 1)) WHERE replaced_at IS NOT NULL`

const FILES = `
  CREATE TABLE photo_files (
    id uuid PRIMARY KEY,
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
    capture jsonb,
    variants jsonb,
    visitor_file jsonb,
    idempotency_key text,
    created_at timestamptz NOT NULL,
    UNIQUE (photo_id, role)
  );
  COMMENT ON TABLE photo_files IS
    'A file of a photo that is not shown: the next one while it is processed, or the one before the last replacement.';
  COMMENT ON COLUMN photo_files.id IS 'Id of the file in media.';
  COMMENT ON COLUMN photo_files.taken_at IS 'Clock of the camera, stored as if it were UTC.';
  COMMENT ON COLUMN photo_files.visitor_file IS 'The file that visitors of a gallery download.';
  CREATE INDEX photo_files_object ON photo_files (object_key);
  CREATE UNIQUE INDEX photo_files_idempotency ON photo_files (owner_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
  CREATE INDEX photo_files_owner ON photo_files (owner_id, id);

  CREATE TABLE guest_uploads (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    album_id uuid NOT NULL,
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
    visitor_file jsonb,
    idempotency_key text,
    created_at timestamptz NOT NULL
  );
  COMMENT ON TABLE guest_uploads IS
    'A file that a guest sent through an upload link. An approved file becomes a photo with the same id; the row remains as a record.';
  COMMENT ON COLUMN guest_uploads.id IS 'Id of the file in media, and of the photo when it is approved.';
  COMMENT ON COLUMN guest_uploads.album_id IS 'No foreign key: files wait while their album is in the trash.';
  COMMENT ON COLUMN guest_uploads.taken_at IS 'Clock of the camera, stored as if it were UTC.';
  COMMENT ON COLUMN guest_uploads.visitor_file IS 'The file that visitors of a gallery download.';
  CREATE INDEX guest_uploads_link ON guest_uploads (link_id, guest_id, sha256) INCLUDE (state, size, created_at);
  CREATE UNIQUE INDEX guest_uploads_idempotency ON guest_uploads (guest_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
  CREATE INDEX guest_uploads_waiting ON guest_uploads (owner_id, album_id, guest_id, created_at)
    WHERE state = 'waiting';
  CREATE INDEX guest_uploads_object ON guest_uploads (object_key) WHERE state = 'waiting';
  CREATE INDEX guest_uploads_owner ON guest_uploads (owner_id, id);
  CREATE INDEX guest_uploads_album ON guest_uploads (album_id);

  CREATE TABLE pending_uploads (
    owner_id uuid NOT NULL,
    upload_name text NOT NULL,
    link_id uuid,
    guest_id uuid,
    bytes bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (owner_id, upload_name)
  );
  COMMENT ON TABLE pending_uploads IS
    'Uploads in progress. Their announced size counts toward the storage limit.';
  COMMENT ON COLUMN pending_uploads.upload_name IS 'Temporary name of the upload in the object store.';
  COMMENT ON COLUMN pending_uploads.link_id IS 'Upload link of the guest. Null: an upload of the owner.';
  COMMENT ON COLUMN pending_uploads.expires_at IS 'When an abandoned upload stops counting.'`

const ALBUMS = `
  CREATE TABLE albums (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    theme text NOT NULL DEFAULT 'auto',
    is_favorites boolean NOT NULL DEFAULT false,
    cover_photo_id uuid REFERENCES photos ON DELETE SET NULL,
    cover_x float8 NOT NULL DEFAULT 50,
    cover_y float8 NOT NULL DEFAULT 50,
    header_layout text NOT NULL DEFAULT 'hero',
    sections jsonb NOT NULL DEFAULT '[]',
    capture_order jsonb,
    photo_count int NOT NULL DEFAULT 0 CHECK (photo_count >= 0),
    restored_from uuid,
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    search text NOT NULL GENERATED ALWAYS AS (lower(normalize(title) COLLATE natural_order)) STORED
  );
  COMMENT ON TABLE albums IS 'An album. The row of the favorites album exists once per account.';
  COMMENT ON COLUMN albums.cover_x IS 'Focal point of the cover in percent of the width.';
  COMMENT ON COLUMN albums.cover_y IS 'Focal point of the cover in percent of the height.';
  COMMENT ON COLUMN albums.sections IS
    'Sections in order, each with id, name and position. A photo belongs to the last section at or before its position.';
  COMMENT ON COLUMN albums.capture_order IS
    'Order by capture time: whether new photos are inserted by time, and the clock correction of each camera in milliseconds. Null: manual order.';
  COMMENT ON COLUMN albums.restored_from IS 'Id of the album in the backup that this row was restored from.';
  CREATE UNIQUE INDEX albums_favorites ON albums (owner_id) WHERE is_favorites;
  CREATE INDEX albums_cover ON albums (cover_photo_id) WHERE cover_photo_id IS NOT NULL;
  CREATE INDEX albums_listed ON albums (owner_id, is_favorites, created_at, id);
  CREATE INDEX albums_restored ON albums (restored_from) WHERE restored_from IS NOT NULL;

  CREATE TABLE album_photos (
    album_id uuid NOT NULL REFERENCES albums ON DELETE CASCADE,
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    position float8 NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (album_id, photo_id)
  );
  COMMENT ON TABLE album_photos IS 'Photos of an album.';
  COMMENT ON COLUMN album_photos.position IS
    'Sort key within the album. Fractions allow a move without renumbering.';
  CREATE INDEX album_photos_order ON album_photos (album_id, position, photo_id);
  CREATE INDEX album_photos_photo ON album_photos (photo_id)`

const TAGS = `
  CREATE TABLE tags (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    owner_id uuid NOT NULL,
    label text COLLATE natural_order NOT NULL,
    label_key text NOT NULL,
    usage_count int NOT NULL DEFAULT 0 CHECK (usage_count >= 0),
    created_at timestamptz NOT NULL,
    UNIQUE (owner_id, label_key)
  );
  COMMENT ON TABLE tags IS 'A tag of an account.';
  COMMENT ON COLUMN tags.label_key IS 'Lowercase label. Makes labels unique without regard to case.';
  CREATE INDEX tags_by_label ON tags (owner_id, label, id);

  CREATE TABLE photo_tags (
    tag_id uuid NOT NULL REFERENCES tags ON DELETE CASCADE,
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    photo_number int NOT NULL,
    PRIMARY KEY (tag_id, photo_id)
  );
  COMMENT ON TABLE photo_tags IS 'Tags of a photo.';
  COMMENT ON COLUMN photo_tags.photo_number IS
    'Copy of photos.number, which never changes, so that one index serves a page.';
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
  COMMENT ON TABLE accounts IS 'Totals of a library. Every change to a library locks this row first.';
  COMMENT ON COLUMN accounts.uploads IS 'Photos ever uploaded. The number of the newest photo.';
  COMMENT ON COLUMN accounts.originals IS 'Bytes of all originals.';
  COMMENT ON COLUMN accounts.small IS 'Bytes of all small variants.';
  COMMENT ON COLUMN accounts.medium IS 'Bytes of all medium variants.';
  COMMENT ON COLUMN accounts.large IS 'Bytes of all large variants.';
  COMMENT ON COLUMN accounts.version IS 'Grows with each visible change of the library.';

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

  CREATE TABLE photo_block_counts (
    owner_id uuid NOT NULL,
    block int NOT NULL,
    photos int NOT NULL CHECK (photos >= 0),
    PRIMARY KEY (owner_id, block)
  );
  COMMENT ON TABLE photo_block_counts IS
    'Number of photos in each block of upload numbers. Gives the position of a photo without counting rows.';

  CREATE TABLE photo_facets (
    owner_id uuid NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    photos int NOT NULL CHECK (photos > 0),
    PRIMARY KEY (owner_id, kind, value)
  );
  COMMENT ON TABLE photo_facets IS 'Number of photos for each camera, lens, format, orientation, year and month.';
  CREATE INDEX photo_facets_by_use ON photo_facets (owner_id, kind, photos DESC, value)`

const TRASH = `
  CREATE TABLE trash (
    id uuid PRIMARY KEY,
    owner_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('album', 'tag')),
    name text NOT NULL,
    deleted_at timestamptz NOT NULL,
    state jsonb NOT NULL
  );
  COMMENT ON TABLE trash IS 'Deleted albums and tags that can be restored.';
  COMMENT ON COLUMN trash.state IS 'Contents of the row when it was deleted.';
  CREATE INDEX trash_listed ON trash (owner_id, kind, deleted_at, id);
  CREATE INDEX trash_due ON trash (deleted_at);

  CREATE TABLE trashed_album_photos (
    album_id uuid NOT NULL,
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    position float8 NOT NULL,
    added_at timestamptz NOT NULL,
    PRIMARY KEY (album_id, photo_id)
  );
  COMMENT ON TABLE trashed_album_photos IS 'Album positions to restore: the album, the photo or both are in the trash.';
  CREATE INDEX trashed_album_photos_photo ON trashed_album_photos (photo_id);

  CREATE TABLE trashed_photo_tags (
    tag_id uuid NOT NULL,
    photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
    PRIMARY KEY (tag_id, photo_id)
  );
  COMMENT ON TABLE trashed_photo_tags IS 'Tags of photos to restore: the tag, the photo or both are in the trash.';
  CREATE INDEX trashed_photo_tags_photo ON trashed_photo_tags (photo_id);

  CREATE TABLE staged_rows (
    restore_id uuid NOT NULL,
    table_name text NOT NULL,
    key text NOT NULL,
    old_id uuid,
    new_id uuid,
    user_id uuid NOT NULL,
    row jsonb NOT NULL,
    PRIMARY KEY (restore_id, table_name, key)
  );
  COMMENT ON TABLE staged_rows IS 'Rows of a backup that wait until everything they refer to is restored.';
  COMMENT ON COLUMN staged_rows.old_id IS 'Id in the backup.';
  COMMENT ON COLUMN staged_rows.new_id IS 'Id in this database.';
  CREATE INDEX staged_rows_user ON staged_rows (user_id)`

const CHECKPOINTS = `
  CREATE TABLE pagination_checkpoints (
    list_id uuid NOT NULL,
    sort text NOT NULL,
    from_key text COLLATE natural_order NOT NULL,
    from_id uuid NOT NULL,
    photos int NOT NULL,
    PRIMARY KEY (list_id, sort, from_key, from_id)
  );
  COMMENT ON TABLE pagination_checkpoints IS
    'Row counts between checkpoints of a long list, so that a page at a large offset starts at the nearest checkpoint. Triggers maintain the counts.';
  COMMENT ON COLUMN pagination_checkpoints.list_id IS 'A tag, or the owner of a library.';
  COMMENT ON COLUMN pagination_checkpoints.sort IS
    'number: photos of a tag or favorites of a library; title: all photos of a library.';
  COMMENT ON COLUMN pagination_checkpoints.from_key IS
    'Sort key at the checkpoint. The first checkpoint of a list has the lowest key.';
  COMMENT ON COLUMN pagination_checkpoints.photos IS 'Number of photos up to the next checkpoint.'`

/** Creates the search indexes if the pg_trgm extension is installed. Without them the search works, but more slowly. */
const SEARCH = `
  DO $$ DECLARE place text; BEGIN
    SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    IF place IS NOT NULL AND has_schema_privilege(place, 'USAGE') THEN
      EXECUTE format('CREATE INDEX photos_search ON photos USING gin (search %I.gin_trgm_ops) WHERE deleted_at IS NULL', place);
      EXECUTE format('CREATE INDEX albums_search ON albums USING gin (search %I.gin_trgm_ops)', place);
    END IF;
  END $$`

const toSortableNumberSql = (name: string): string => `lpad(${name}::text, 10, '0')`

/**
 * SQL that applies `changes` to the counts of checkpoints: rows of list, sort, key, photo id, and +1 or -1. Each row changes the nearest
 * checkpoint before its key. Photos that did not move sum to zero and are removed by grouping; PostgreSQL would plan a join for one row and
 * execute it for thousands.
 */
const countChangesSql = (changes: string): string => `
  UPDATE pagination_checkpoints s SET photos = s.photos + c.n
  FROM (
    SELECT m.list_id, m.sort, checkpoint.from_key, checkpoint.from_id, sum(m.n) AS n
    FROM (SELECT list_id, sort, key, id, sum(n) AS n FROM (${changes}) AS a (list_id, sort, key, id, n)
        GROUP BY list_id, sort, key, id HAVING sum(n) <> 0) m,
      LATERAL (SELECT from_key, from_id FROM pagination_checkpoints
        WHERE list_id = m.list_id AND sort = m.sort AND (from_key, from_id) <= (m.key, m.id)
        ORDER BY from_key DESC, from_id DESC LIMIT 1) checkpoint
    GROUP BY 1, 2, 3, 4 HAVING sum(m.n) <> 0) c
  WHERE s.list_id = c.list_id AND s.sort = c.sort AND s.from_key = c.from_key AND s.from_id = c.from_id;`

const photoChangesSql = (rows: string, n: number): string => `
  SELECT owner_id, 'title', title, id, ${n} FROM ${rows} WHERE deleted_at IS NULL
  UNION ALL SELECT owner_id, 'number', ${toSortableNumberSql('number')}, id, ${n} FROM ${rows} WHERE is_favorite AND deleted_at IS NULL`
const tagChangesSql = (n: number): string =>
  `SELECT tag_id, 'number', ${toSortableNumberSql('photo_number')}, photo_id, ${n} FROM changed`

const FUNCTIONS = {
  checkpoints_photos_inserted: countChangesSql(photoChangesSql('changed', 1)),
  checkpoints_photos_deleted: countChangesSql(photoChangesSql('changed', -1)),
  checkpoints_photos_updated: countChangesSql(
    `${photoChangesSql('before', -1)} UNION ALL ${photoChangesSql('changed', 1)}`,
  ),
  checkpoints_tags_inserted: countChangesSql(tagChangesSql(1)),
  checkpoints_tags_deleted: countChangesSql(tagChangesSql(-1)),
  checkpoints_list_deleted: `DELETE FROM pagination_checkpoints WHERE list_id = coalesce(to_jsonb(OLD) ->> 'id', to_jsonb(OLD) ->> 'user_id')::uuid;`,
}

/** Triggers that keep the counts of checkpoints up to date. */
const TRIGGERS = `
  CREATE TRIGGER checkpoints_deleted AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION checkpoints_list_deleted();
  CREATE TRIGGER checkpoints_deleted AFTER DELETE ON tags FOR EACH ROW EXECUTE FUNCTION checkpoints_list_deleted();
  CREATE TRIGGER checkpoints_inserted AFTER INSERT ON photos REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_photos_inserted();
  CREATE TRIGGER checkpoints_deleted AFTER DELETE ON photos REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_photos_deleted();
  CREATE TRIGGER checkpoints_updated AFTER UPDATE ON photos REFERENCING OLD TABLE AS before NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_photos_updated();
  CREATE TRIGGER checkpoints_inserted AFTER INSERT ON photo_tags REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_tags_inserted();
  CREATE TRIGGER checkpoints_deleted AFTER DELETE ON photo_tags REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_tags_deleted()`
