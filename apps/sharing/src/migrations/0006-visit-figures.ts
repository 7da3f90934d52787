import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Figures of visits are kept beside them, so that they can be read without counting events, and outlive them. */
export class VisitFigures1700000001005 implements MigrationInterface {
  name = 'VisitFigures1700000001005'
  async up(q: QueryRunner) {
    for (const sql of [VISITS, FIGURES, OLD_VISITS, OLD_HOURS, OLD_PHOTOS, OLD_DOWNLOADS]) await q.query(sql)
  }
  async down(q: QueryRunner) {
    await q.query(`
      DROP TABLE visit_hours, visit_photos, visit_downloads, ended_links;
      DROP INDEX visit_events_once, visit_events_at, visits_visitor, visits_newest;
      ALTER TABLE visit_events DROP COLUMN event_id;
      ALTER TABLE visits DROP COLUMN page_views, DROP COLUMN photo_views, DROP COLUMN duration_seconds;
      DELETE FROM visits v WHERE NOT EXISTS (SELECT FROM links l WHERE l.id = v.link_id);
      ALTER TABLE visits ADD FOREIGN KEY (link_id) REFERENCES links (id) ON DELETE CASCADE;
      CREATE INDEX visits_visitor ON visits (link_id, visitor_id, last_at);
      CREATE INDEX visit_events_visit ON visit_events (visit_id)`)
  }
}

/**
 * Every event updates its visit: no index has a column that it changes, and pages have room, so that no index is written.
 * Visits of a link that was deleted go in their own time (ended_links): there may be a million events of them.
 */
const VISITS = `
  ALTER TABLE visits
    DROP CONSTRAINT visits_link_id_fkey,
    ADD COLUMN page_views int NOT NULL DEFAULT 1,
    ADD COLUMN photo_views int NOT NULL DEFAULT 0,
    ADD COLUMN duration_seconds int NOT NULL DEFAULT 0;
  ALTER TABLE visits SET (fillfactor = 80);
  DROP INDEX visits_visitor;
  CREATE INDEX visits_visitor ON visits (link_id, visitor_id, started_at);
  CREATE INDEX visits_newest ON visits (link_id, started_at, id);

  ALTER TABLE visit_events ADD COLUMN event_id text;
  COMMENT ON COLUMN visit_events.event_id IS 'given by the page that saw it, so that what is sent twice counts once';
  DROP INDEX visit_events_visit;
  CREATE UNIQUE INDEX visit_events_once ON visit_events (visit_id, event_id);
  CREATE INDEX visit_events_at ON visit_events (at);

  CREATE TABLE ended_links (
    link_id uuid PRIMARY KEY,
    ended_at timestamptz NOT NULL
  );
  COMMENT ON TABLE ended_links IS 'deleted, and their visits are still to be removed';`

const FIGURES = `
  CREATE TABLE visit_hours (
    link_id uuid NOT NULL,
    hour timestamptz NOT NULL,
    visits int NOT NULL DEFAULT 0,
    visitors int NOT NULL DEFAULT 0,
    photo_views int NOT NULL DEFAULT 0,
    seconds bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, hour)
  ) WITH (fillfactor = 80);
  COMMENT ON TABLE visit_hours IS 'by the hour, so that days can be told in any time zone';
  COMMENT ON COLUMN visit_hours.visitors IS 'who came for the first time';

  CREATE TABLE visit_photos (
    link_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    views int NOT NULL DEFAULT 0,
    downloads int NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, photo_id)
  ) WITH (fillfactor = 80);

  CREATE TABLE visit_downloads (
    link_id uuid NOT NULL,
    type text NOT NULL,
    downloads int NOT NULL DEFAULT 0,
    photos bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (link_id, type)
  ) WITH (fillfactor = 80);`

const NUMBER = (field: string) =>
  `CASE WHEN jsonb_typeof(data -> '${field}') = 'number' THEN GREATEST((data ->> '${field}')::numeric, 0) ELSE 0 END`

/** What was there before the figures, by the same rules as what comes (visits/visit-figures.ts). */
const OLD_VISITS = `
  UPDATE visits v SET
    page_views = e.pages + e.was_open::int,
    photo_views = e.photos,
    duration_seconds = GREATEST(e.elapsed, LEAST(e.said, e.elapsed + 1800))
  FROM (
    SELECT v.id, count(*) FILTER (WHERE type = 'page_view') AS pages, count(*) FILTER (WHERE type = 'photo_view') AS photos,
      (array_agg(type ORDER BY e.id))[1] IS DISTINCT FROM 'page_view' AS was_open,
      COALESCE(max(${NUMBER('duration_seconds')}) FILTER (WHERE type = 'page_leave'), 0) AS said,
      round(extract(epoch FROM max(v.last_at) - max(v.started_at))) AS elapsed
    FROM visits v LEFT JOIN visit_events e ON visit_id = v.id GROUP BY v.id
  ) e WHERE e.id = v.id`

const OLD_HOURS = `
  INSERT INTO visit_hours (link_id, hour, visits, visitors, photo_views, seconds)
  SELECT link_id, date_trunc('hour', at, 'UTC'), sum(visits), sum(visitors), sum(photo_views), sum(seconds) FROM (
    SELECT link_id, started_at AS at, 1 AS visits, duration_seconds AS seconds, 0 AS photo_views,
      (row_number() OVER (PARTITION BY link_id, visitor_id ORDER BY started_at, id) = 1)::int AS visitors FROM visits
    UNION ALL
    SELECT link_id, at, 0, 0, 1, 0 FROM visit_events e JOIN visits v ON v.id = e.visit_id WHERE type = 'photo_view'
  ) told GROUP BY 1, 2`

const OLD_PHOTOS = `
  INSERT INTO visit_photos (link_id, photo_id, views, downloads)
  SELECT link_id, photo_id, count(*) FILTER (WHERE type = 'photo_view'), count(*) FILTER (WHERE type = 'download')
  FROM visit_events e JOIN visits v ON v.id = e.visit_id
  WHERE photo_id IS NOT NULL AND (type = 'photo_view' OR type = 'download' AND data ->> 'type' = 'single_image')
  GROUP BY 1, 2`

const OLD_DOWNLOADS = `
  INSERT INTO visit_downloads (link_id, type, downloads, photos)
  SELECT link_id, data ->> 'type', count(*), sum(LEAST(GREATEST(round(${NUMBER('count')}), 1), 100000))
  FROM visit_events e JOIN visits v ON v.id = e.visit_id
  WHERE e.type = 'download' AND data ->> 'type' IN ('album_zip', 'single_image')
  GROUP BY 1, 2`
