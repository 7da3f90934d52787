import type { Database } from '@daymark/platform'

/** More are not counted. */
const MOST = 100_000
const SQL = `
  SELECT count(*) AS photos FROM (
    SELECT FROM plans JOIN renditions ON owner_id = user_id
    WHERE tier <> 'starter' AND plans.status IN ('active', 'trialing', 'past_due')
      AND renditions.status IN ('ready', 'failed') AND object_key NOT LIKE '%.dm1' LIMIT ${MOST}) AS waiting`

/** Photos that lie plain although the plan of their owner has encryption. */
export async function photosToEncrypt(db: Database): Promise<number> {
  const [row] = await db.sql<{ photos: string }>(SQL)
  return Number(row?.photos)
}
