import { errors, libraryRestores, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'

/** The id that a row comes back under: another one for each restore, and the same however often that is tried. */
const NEW_ID = `overlay(overlay(md5($1 || (r -> 'row' ->> 'id')) placing '8' from 13) placing 'a' from 17)::uuid`
const STAGE = `
  INSERT INTO restored_rows (restore_id, user_id, of_table, key, old_id, new_id, row)
  SELECT $1::uuid, $2::uuid, r ->> 'table',
    coalesce(r -> 'row' ->> 'id', md5((r -> 'row')::text)), (r -> 'row' ->> 'id')::uuid,
    CASE WHEN r -> 'row' ->> 'id' IS NOT NULL THEN ${NEW_ID} END, r -> 'row'
  FROM jsonb_array_elements($3::jsonb) AS r ON CONFLICT DO NOTHING`

@Handles(libraryRestores.stage)
export class StageRows implements Handler<typeof libraryRestores.stage> {
  constructor(private readonly db: Database) {}

  async handle({ restoreId, userId, rows }: Input<typeof libraryRestores.stage>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    await this.db.commit(async tx => {
      void tx.sql('DELETE FROM restored_rows WHERE user_id = $1 AND restore_id <> $2', [userId, restoreId])
      void tx.sql(STAGE, [restoreId, userId, JSON.stringify(rows)])
    })
    return { success: true as const }
  }
}
