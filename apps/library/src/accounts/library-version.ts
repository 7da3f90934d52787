import { prepared, type Database } from '@daymark/platform'

const FIND = prepared('SELECT version::text FROM accounts WHERE user_id = $1')

/** One row tells of any change of a library (change-library.ts): of its photos, albums and tags, and how they look. */
export async function libraryVersion(db: Database, userId: string): Promise<string> {
  const [found] = await db.sql<{ version: string }>(FIND, [userId])
  return found?.version ?? '0'
}
