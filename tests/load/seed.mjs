/**
 * Inserts photos directly into library's tables, because uploading them takes hours. `at`: SQL expression for the upload time of the
 * n-th photo.
 */
export async function seedLibrary({ installation, owner, photos, albumOf, at = OVER_YEARS }) {
  const id = owner.userId
  const tag = await owner.json('POST', '/api/tags', { label: 'travel' })
  await owner.json('POST', '/api/tags', { label: 'family' })
  const albums = []
  for (const size of albumOf)
    albums.push({ size, ...(await owner.json('POST', '/api/albums', { title: `Album of ${size}` })) })
  const run = (sql, ...params) => installation.query(sql, params)
  await run('BEGIN')
  await run('SET LOCAL search_path = library')
  await run(photosAt(at), id, photos)
  await run(TAGGED, id)
  await run(TAG_COUNTS, id)
  await run(LIKED, id)
  for (const album of albums) await run(IN_ALBUM, id, album.id, album.size)
  await run(ALBUM_COUNTS, id)
  await run(BLOCKS, id)
  await run(FACETS, id)
  await run(ACCOUNT, id)
  await run('COMMIT')
  return { tagId: tag.id, albums }
}

export const analyze = installation => installation.query('VACUUM ANALYZE')

const OVER_YEARS = `timestamptz '2020-01-01' + n * interval '10 minutes'`
const WORDS = `ARRAY['Wedding','Harbor','Mountain','Portrait','Street','Garden','Concert','Forest','Market','River',
  'Skyline','Beach','Desert','Festival','Museum','Station','Castle','Lighthouse','Village','Bridge']`
/** 70% with the first camera, 0.1% with the last; every camera has two lenses. */
const CAMERA = `CASE WHEN n % 1000 = 999 THEN 'Leica M11' WHEN n % 10 < 7 THEN 'Canon EOS R10' ELSE 'Canon EOS R' || n % 10 END`
const EXIF = `jsonb_build_object('make', split_part(${CAMERA}, ' ', 1), 'model', ${CAMERA}, 'lens', 'Lens ' || n % 2 || ' of the ' || ${CAMERA}, 'exposureTime', '1/250',
  'aperture', 2.8, 'iso', 100 + n % 20 * 100, 'focalLength', 50, 'focalLength35mm', 80, 'flash', 'Off, Did not fire',
  'whiteBalance', 'Auto', 'exposureMode', 'Auto', 'dateTaken', '2024-05-06T07:08:10', 'width', 6000, 'height', 4000)`
const variant = (size, width, height, bytes) => `'${size}', jsonb_build_object('key', 'variants/' || key || '/${size}',
  'width', ${width}, 'height', ${height}, 'size', ${bytes} + n % 1000, 'sha256', sha, 'crc32', n)`

/** Every twentieth title starts with Wedding, every tenth photo is a favorite. */
const photosAt = at => `
  INSERT INTO photos (owner_id, number, stem, extension, filename, original_filename, title, caption, is_favorite, object_key, size,
    sha256, crc32, mime_type, format, status, width, height, orientation, placeholder, creation_tool, taken_at, exif, variants,
    idempotency_key, created_at, updated_at)
  SELECT $1::uuid, n, stem, 'jpg', stem || '.jpg', 'IMG_' || n || '.jpg', (${WORDS})[1 + n % 20] || ' ' || n,
    CASE WHEN n % 3 = 0 THEN 'Taken on a walk, number ' || n ELSE '' END, n % 10 = 0, 'originals/' || key, 7000000 + n, sha, n,
    'image/jpeg', 'JPEG', 'completed', 6000, 4000, 'landscape', 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==', NULL,
    at - interval '1 day', ${EXIF}, jsonb_build_object(${variant('sm', 480, 320, 41000)}, ${variant('md', 1280, 853, 190000)},
    ${variant('lg', 2560, 1707, 590000)}), key, at, at
  FROM (SELECT n, 'IMG_' || n || '-' || substr(md5($1::uuid::text || n), 1, 8) AS stem, md5($1::uuid::text || n)::uuid::text AS key,
    encode(sha256(n::text::bytea), 'hex') AS sha, ${at} AS at
    FROM generate_series(1, $2::int) AS n) AS made`
/** Each of the two tags for every tenth photo, at different positions. */
const TAGGED = `
  INSERT INTO photo_tags (tag_id, photo_id, photo_number) SELECT t.id, p.id, p.number FROM tags t JOIN photos p
  ON p.owner_id = t.owner_id AND p.number % 10 = CASE t.label WHEN 'travel' THEN 3 ELSE 7 END WHERE t.owner_id = $1`
const TAG_COUNTS = `
  UPDATE tags t SET usage_count = (SELECT count(*) FROM photo_tags x WHERE x.tag_id = t.id) WHERE owner_id = $1`
const LIKED = `
  INSERT INTO album_photos (album_id, photo_id, position) SELECT a.id, p.id, p.number FROM albums a JOIN photos p
  ON p.owner_id = a.owner_id AND p.is_favorite WHERE a.owner_id = $1 AND a.is_favorites`
/** Spread over the whole library. */
const IN_ALBUM = `
  INSERT INTO album_photos (album_id, photo_id, position)
  SELECT $2::uuid, id, number FROM photos WHERE owner_id = $1 ORDER BY md5(id::text) LIMIT $3::int`
const ALBUM_COUNTS = `
  UPDATE albums a SET photo_count = (SELECT count(*) FROM album_photos x WHERE x.album_id = a.id) WHERE owner_id = $1`
const BLOCKS = `
  INSERT INTO photo_block_counts (owner_id, block, photos) SELECT $1::uuid, number / 1000, count(*) FROM photos WHERE owner_id = $1 GROUP BY 2`
const variantBytes = size => `sum((variants->'${size}'->>'size')::bigint) AS ${size}`
const FACETS = `
  INSERT INTO photo_facets (owner_id, kind, value, photos)
  SELECT $1::uuid, v.kind, v.value, count(*) FROM photos p CROSS JOIN LATERAL (VALUES
    ('camera', p.camera), ('lens', p.lens), ('format', p.format), ('orientation', p.orientation),
    ('year', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY')), ('month', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY-MM'))
  ) AS v(kind, value) WHERE p.owner_id = $1 GROUP BY v.kind, v.value`
const ACCOUNT = `
  UPDATE accounts SET photos = n, uploads = n, originals = bytes, small = sm, medium = md, large = lg
  FROM (SELECT count(*) AS n, sum(size) AS bytes, ${['sm', 'md', 'lg'].map(variantBytes).join(', ')}
    FROM photos WHERE owner_id = $1) AS found WHERE user_id = $1`
