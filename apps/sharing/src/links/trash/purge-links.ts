import type { Tx } from '@daymark/platform'
import { forgetWithoutLinks } from '../selections/selection.ts'

/** Links that will not come back: their visits are removed afterwards (visits/forget-visits.job.ts). */
export async function purgeLinks(tx: Tx, which: string, parameters: unknown[], now: Date): Promise<number> {
  const gone = await tx.sql<{ id: string; album_id: string; kind: string }>(
    `WITH gone AS (DELETE FROM trashed_links WHERE ${which} RETURNING id, album_id, state ->> 'kind' AS kind)
     SELECT * FROM gone`,
    parameters,
  )
  void tx.sql(
    'INSERT INTO link_tombstones (link_id, deleted_at) SELECT id, $2 FROM unnest($1::uuid[]) AS gone (id) ON CONFLICT DO NOTHING',
    [gone.map(({ id }) => id), now],
  )
  const selections = gone.filter(({ kind }) => kind === 'selection').map(row => row.album_id)
  for (const id of [...new Set(selections)].sort()) await forgetWithoutLinks(tx, id)
  return gone.length
}
