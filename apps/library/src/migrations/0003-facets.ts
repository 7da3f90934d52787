import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Photos are found by camera and lens: as filters, in the search, and in kept counts of what a library holds. */
export class Facets1760000000003 implements MigrationInterface {
  name = 'Facets1760000000003'
  async up(q: QueryRunner) {
    await q.query(COLUMNS)
    await q.query(INDEXES)
    await q.query(FACETS)
    await q.query(COUNTED)
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE photo_facets')
    await q.query(BEFORE)
  }
}

const TEXTS = `title || E'\\n' || caption || E'\\n' || original_filename`
const searched = (texts: string): string => `(lower(normalize(${texts}) COLLATE natural_order))`
const [MAKE, MODEL, LENS] = ['make', 'model', 'lens'].map(name => `coalesce(exif ->> '${name}', '')`)
/** "NIKON CORPORATION" makes the "NIKON Z 9": most models begin with the name of their maker. */
const CAMERA = `CASE WHEN starts_with(lower(${MODEL}), lower(split_part(${MAKE}, ' ', 1))) THEN ${MODEL}
  ELSE btrim(${MAKE} || ' ' || ${MODEL}) END`
/** No longer than an index entry may be; half of MAX_FACET, for a letter may count twice there. */
const named = (text = ''): string => `text GENERATED ALWAYS AS (nullif(left(${text}, 100), '')) STORED`

/** One statement: the table is written anew once. Columns rather than expressions, for Postgres counts the values of columns. */
const COLUMNS = `
  ALTER TABLE photos
    ADD COLUMN camera ${named(CAMERA)},
    ADD COLUMN lens ${named(LENS)},
    ADD COLUMN format_key text NOT NULL GENERATED ALWAYS AS (lower(format)) STORED,
    ADD COLUMN dated_at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(taken_at, created_at)) STORED,
    ALTER COLUMN search SET EXPRESSION AS ${searched(`${TEXTS} || E'\\n' || ${MAKE} || ' ' || ${MODEL} || ' ' || ${LENS}`)}`

const INDEXES = `
  DROP INDEX photos_by_taken;
  CREATE INDEX photos_by_taken ON photos (owner_id, dated_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_camera ON photos (owner_id, camera, number, id) WHERE deleted_at IS NULL AND camera IS NOT NULL;
  CREATE INDEX photos_by_lens ON photos (owner_id, lens, number, id) WHERE deleted_at IS NULL AND lens IS NOT NULL;
  CREATE INDEX photos_by_orientation ON photos (owner_id, orientation, number, id) WHERE deleted_at IS NULL;
  CREATE INDEX photos_by_format ON photos (owner_id, format_key, number, id) WHERE deleted_at IS NULL`

const BEFORE = `
  DROP INDEX photos_by_taken, photos_by_orientation, photos_by_format;
  ALTER TABLE photos DROP COLUMN camera, DROP COLUMN lens, DROP COLUMN format_key, DROP COLUMN dated_at,
    ALTER COLUMN search SET EXPRESSION AS ${searched(TEXTS)};
  CREATE INDEX photos_by_taken ON photos (owner_id, coalesce(taken_at, created_at), id) WHERE deleted_at IS NULL`

const FACETS = `
  CREATE TABLE photo_facets ( -- see photos/photo-facets.ts
    owner_id uuid NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    photos int NOT NULL CHECK (photos > 0),
    PRIMARY KEY (owner_id, kind, value)
  );
  CREATE INDEX photo_facets_by_use ON photo_facets (owner_id, kind, photos DESC, value)`

const COUNTED = `
  INSERT INTO photo_facets (owner_id, kind, value, photos)
  SELECT p.owner_id, v.kind, v.value, count(*) FROM photos p CROSS JOIN LATERAL (VALUES
    ('camera', p.camera), ('lens', p.lens), ('format', p.format), ('orientation', p.orientation),
    ('year', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY')), ('month', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY-MM'))
  ) AS v(kind, value)
  WHERE p.deleted_at IS NULL AND v.value IS NOT NULL GROUP BY p.owner_id, v.kind, v.value`
