import { prepared } from '@daymark/platform'
import type { Library } from '../accounts/change-library.ts'

/** SQL that counts photos by facet. Month and year use the same date as the date filters (photo-query.ts). */
const countByFacet = (photos: string): string => `
  SELECT v.kind, v.value, count(*) AS n FROM photos p CROSS JOIN LATERAL (VALUES
    ('camera', p.camera), ('lens', p.lens), ('format', p.format), ('orientation', p.orientation),
    ('year', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY')),
    ('month', to_char(p.dated_at AT TIME ZONE 'UTC', 'YYYY-MM'))) AS v(kind, value)
  WHERE ${photos} AND v.value IS NOT NULL GROUP BY v.kind, v.value`
const COUNT_OF_PHOTOS = countByFacet('p.id = ANY($2::uuid[])')
/** SQL that counts all photos of the owner `$1` by facet. */
export const COUNT_OF_OWNER = countByFacet('p.owner_id = $1 AND p.deleted_at IS NULL')

/**
 * Adds photos to the counts by camera, lens, format and other facets. Every change updates these counts, so that no request counts a
 * library.
 */
export function addFacets({ tx, ownerId }: Library, photoIds: string[]): void {
  void tx.sql(
    prepared(`INSERT INTO photo_facets AS f (owner_id, kind, value, photos) SELECT $1, kind, value, n FROM (${COUNT_OF_PHOTOS}) AS counted
     ON CONFLICT (owner_id, kind, value) DO UPDATE SET photos = f.photos + excluded.photos`),
    [ownerId, photoIds],
  )
}

/**
 * Subtracts photos from the counts, and removes values that no photo has any more. Call it before the facets of photos change, and when
 * photos are deleted.
 */
export function dropFacets({ tx, ownerId }: Library, photoIds: string[]): void {
  void tx.sql(
    prepared(`WITH counted AS (${COUNT_OF_PHOTOS}),
     emptied AS (DELETE FROM photo_facets f USING counted c
       WHERE f.owner_id = $1 AND (f.kind, f.value) = (c.kind, c.value) AND f.photos <= c.n)
     UPDATE photo_facets f SET photos = f.photos - c.n FROM counted c
       WHERE f.owner_id = $1 AND (f.kind, f.value) = (c.kind, c.value) AND f.photos > c.n`),
    [ownerId, photoIds],
  )
}
