import { errors, type Input, mergePick, picksChanged, sharing } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, prepared } from '@daymark/platform'
import { VisitBudget } from '../../insight/visits/visit-budget.ts'
import { ownList } from './own-list.ts'
import { hashOf } from '../visitors/key-hash.ts'
import { lockList, PickAccess } from './pick-access.ts'

type Changes = Input<typeof sharing.changePicks>
type Change = Changes['changes'][number]

/** mergePick (libs/contracts/src/rules/picks/pick.ts) as a statement: of each value the later one stays. */
const MERGE = prepared(`
  WITH merged AS (
    INSERT INTO picks AS k (list_id, photo_id, link_id, choice, choice_at, note, note_at, revision)
    SELECT $1, c."photoId", $2, c.choice, c."choiceAt", c.note, c."noteAt", $3
    FROM jsonb_to_recordset($4::jsonb) AS c ("photoId" uuid, choice text, "choiceAt" text, note text, "noteAt" text)
    WHERE EXISTS (SELECT FROM placements m WHERE m.album_id = $5 AND m.photo_id = c."photoId" AND m.present)
    ON CONFLICT (list_id, photo_id) DO UPDATE SET
      choice = CASE WHEN excluded.choice_at > k.choice_at THEN excluded.choice ELSE k.choice END,
      choice_at = greatest(excluded.choice_at, k.choice_at),
      note = CASE WHEN excluded.note_at > k.note_at THEN excluded.note ELSE k.note END,
      note_at = greatest(excluded.note_at, k.note_at),
      revision = excluded.revision
    WHERE excluded.choice_at > k.choice_at OR excluded.note_at > k.note_at
    RETURNING photo_id
  ) SELECT count(*)::int AS count FROM merged`)
const GROW = prepared('UPDATE pick_lists SET revision = $2, changed_at = $3, picking = true WHERE id = $1')

@Handles(sharing.changePicks)
export class ChangePicks implements Handler<typeof sharing.changePicks> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: PickAccess,
    private readonly budget: VisitBudget,
  ) {}

  async handle({ key, since, changes, ...proof }: Changes) {
    const link = await this.access.authorize(proof)
    if (!this.budget.spend(link.id, hashOf(key))) throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const list = await lockList(tx, link, key)
      if (list.sentAt) throw errors.PICKS_SENT()
      const revision = list.revision + 1
      const said = JSON.stringify(onceEach(changes, link.picks.notes))
      const [merged] = await tx.sql<{ count: number }>(MERGE, [list.id, link.id, revision, said, link.albumId])
      if (!merged?.count) return ownList(tx, list, since)
      void tx.sql(GROW, [list.id, revision, this.clock.now()])
      tx.emit(picksChanged, link.id, { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId })
      return ownList(tx, { ...list, revision }, since)
    })
  }
}

/** One row for each photo. Where notes are off there are none, whoever sends some. */
function onceEach(changes: Change[], notes: boolean): Change[] {
  const photos = new Map<string, Change>()
  for (const change of changes) {
    const said = notes ? change : { ...change, note: '', noteAt: '' }
    const before = photos.get(change.photoId)
    photos.set(change.photoId, before ? { ...said, ...mergePick(before, said) } : said)
  }
  return [...photos.values()]
}
