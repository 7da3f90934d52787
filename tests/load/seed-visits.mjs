/** Visits written straight into sharing's tables, as its own handler would leave them; sending a million events takes an hour. */
export async function seedVisits({ installation, linkId, albumId, visits, eventsEach, days = 365 }) {
  const run = (sql, ...params) => installation.query(sql, params)
  await run('BEGIN')
  await run('SET LOCAL search_path = sharing')
  await run(VISITS, linkId, visits, eventsEach, days)
  await run(EVENTS, linkId, albumId, eventsEach)
  await run(HOURS, linkId)
  await run(PHOTOS, linkId)
  await run(DOWNLOADS, linkId)
  await run(LINK, linkId)
  await run('COMMIT')
  const [{ events }] = await run(
    'SELECT count(*)::int AS events FROM sharing.visit_events e JOIN sharing.visits v ON v.id = visit_id WHERE link_id = $1',
    linkId,
  )
  return events
}

/** Three visits of each visitor, more in the evening and in the last weeks; each of 20 seconds an event. */
const VISITS = `
  INSERT INTO visits (link_id, visitor_id, started_at, last_at, page_views, photo_views, duration_seconds)
  SELECT $1::uuid, md5('visitor ' || n / 3)::uuid::text, at, at + ($3::int - 1) * interval '20 seconds', 1, $3::int - 3, ($3::int - 1) * 20
  FROM (SELECT n, date_trunc('day', now()) - interval '1 day' * floor($4::int * (abs(hashint4(n)) / 2147483648.0) ^ 2)
    + interval '1 minute' * (abs(hashint4(n + 7)) % 720 + abs(hashint4(n + 11)) % 720) AS at FROM generate_series(1, $2::int) n) made
  WHERE at < now() - interval '1 hour'`
/** A page view, photo views, a download, and leaving. */
const EVENTS = `
  INSERT INTO visit_events (visit_id, type, photo_id, data, at)
  SELECT v.id,
    CASE k WHEN 1 THEN 'page_view' WHEN $3::int - 1 THEN 'download' WHEN $3::int THEN 'page_leave' ELSE 'photo_view' END,
    CASE WHEN k BETWEEN 2 AND $3::int - 2 THEN photos[1 + floor(cardinality(photos) * (abs(hashtext(v.id::text || k)) / 2147483648.0) ^ 2)::int] END,
    CASE k WHEN $3::int - 1 THEN jsonb_build_object('type', 'album_zip', 'count', cardinality(photos)) END,
    v.started_at + (k - 1) * interval '20 seconds'
  FROM visits v, generate_series(1, $3::int) k,
    (SELECT array_agg(photo_id ORDER BY position) AS photos FROM album_photos WHERE album_id = $2 AND present) album
  WHERE link_id = $1`
const HOURS = `
  INSERT INTO visit_hours (link_id, hour, visits, visitors, photo_views, seconds)
  SELECT link_id, date_trunc('hour', started_at, 'UTC'), count(*), count(*) FILTER (WHERE is_first), sum(photo_views), sum(duration_seconds)
  FROM (SELECT *, row_number() OVER (PARTITION BY visitor_id ORDER BY started_at, id) = 1 AS is_first FROM visits WHERE link_id = $1) v
  GROUP BY 1, 2`
const PHOTOS = `
  INSERT INTO visit_photos (link_id, photo_id, views) SELECT link_id, photo_id, count(*)
  FROM visit_events JOIN visits v ON v.id = visit_id WHERE link_id = $1 AND photo_id IS NOT NULL GROUP BY 1, 2`
const DOWNLOADS = `
  INSERT INTO visit_downloads (link_id, type, downloads, photos) SELECT link_id, data ->> 'type', count(*), sum((data ->> 'count')::int)
  FROM visit_events e JOIN visits v ON v.id = visit_id WHERE link_id = $1 AND e.type = 'download' GROUP BY 1, 2`
const LINK = `
  UPDATE links SET (view_count, last_viewed_at) = (SELECT count(*), max(started_at) FROM visits WHERE link_id = $1) WHERE id = $1`
