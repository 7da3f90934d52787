import {
  type Actor,
  errors,
  type Input,
  mergePick,
  findPickProblem,
  picksChanged,
  picksSubmitted,
  sharing,
} from '@daymark/contracts'
import { Clock, Database, Handles, preparedStatement, RpcHandlers } from '@daymark/platform'
import { VisitMails } from '../../mail/visit-mails.ts'
import { VisitorRateLimit } from '../../visits/visitor-rate-limit.ts'
import { NamedVisitors, visitorKeyHash } from '../visitors/named-visitors.ts'
import { lockPickList, PickAccess, countPicks, readVisitorList } from './pick-list.ts'

type ChangeRequest = Input<typeof sharing.changePicks>

/** SQL that does what `mergePick` does (libs/contracts/src/rules/picks/pick.ts): the later choice and the later note are stored. */
const MERGE_PICKS = preparedStatement(`
  WITH merged AS (
    INSERT INTO picks AS k (list_id, photo_id, link_id, choice, choice_at, note, note_at, revision)
    SELECT $1, c."photoId", $2, c.choice, c."choiceAt", c.note, c."noteAt", $3
    FROM jsonb_to_recordset($4::jsonb) AS c ("photoId" uuid, choice text, "choiceAt" text, note text, "noteAt" text)
    WHERE EXISTS (SELECT FROM album_photos m WHERE m.album_id = $5 AND m.photo_id = c."photoId" AND m.present)
    ON CONFLICT (list_id, photo_id) DO UPDATE SET
      choice = CASE WHEN excluded.choice_at > k.choice_at THEN excluded.choice ELSE k.choice END,
      choice_at = greatest(excluded.choice_at, k.choice_at),
      note = CASE WHEN excluded.note_at > k.note_at THEN excluded.note ELSE k.note END,
      note_at = greatest(excluded.note_at, k.note_at),
      revision = excluded.revision
    WHERE excluded.choice_at > k.choice_at OR excluded.note_at > k.note_at
    RETURNING photo_id
  ) SELECT count(*)::int AS count FROM merged`)
const STORE_REVISION = preparedStatement(
  'UPDATE pick_lists SET revision = $2, changed_at = $3, picking = true WHERE id = $1',
)

@RpcHandlers()
export class VisitorPickHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: PickAccess,
    private readonly visitors: NamedVisitors,
    private readonly visits: VisitMails,
    private readonly rateLimit: VisitorRateLimit,
  ) {}

  @Handles(sharing.beginPicks)
  async beginPicks({ name, email, byMail = false, address, ...credentials }: Input<typeof sharing.beginPicks>) {
    const link = await this.access.authorize(credentials)
    await this.visitors.assertMayAdd(link, address)
    const { visitor, key } = await this.db.commit(async tx => {
      const added = await this.visitors.add(tx, link, { name, email, byMail, isPicking: true })
      tx.emit(picksChanged, link.id, { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId })
      return added
    })
    return { ...(await readVisitorList(this.db, visitor)), key }
  }

  @Handles(sharing.getPicks)
  async getPicks({ key, since, ...credentials }: Input<typeof sharing.getPicks>) {
    const link = await this.access.authorize(credentials)
    const pickList = await this.visitors.find(link, key)
    return { list: pickList ? await readVisitorList(this.db, pickList, since) : null }
  }

  /** Submits a pick list to the owner. Submitting it again has no effect. */
  @Handles(sharing.sendPicks)
  async sendPicks({ key, since, visitorId, ...credentials }: Input<typeof sharing.sendPicks>, actor: Actor) {
    const link = await this.access.authorize(credentials)
    return this.db.commit(async tx => {
      const pickList = await lockPickList(tx, link, key)
      if (pickList.sentAt) return readVisitorList(tx, pickList, since)
      const counts = await countPicks(tx, link, pickList.id)
      const reason = findPickProblem(counts.picked, link.picks)
      if (reason) throw errors.PICKS_INCOMPLETE({ reason })
      const [now, revision] = [this.clock.now(), pickList.revision + 1]
      tx.send('UPDATE pick_lists SET sent_at = $2, changed_at = $2, revision = $3, picking = true WHERE id = $1', [
        pickList.id,
        now,
        revision,
      ])
      const ids = { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId }
      tx.emit(picksChanged, link.id, ids)
      const submission = { ...ids, listId: pickList.id, name: pickList.name, ...counts, submittedAt: now.toISOString() }
      tx.emit(picksSubmitted, link.id, submission)
      const activity = {
        visitorId,
        listId: pickList.id,
        occasion: `${pickList.id} ${revision}`,
        data: { listId: pickList.id },
        since: now,
      }
      if (actor.userId !== link.ownerId) await this.visits.recordAction(tx, link, 'picks_sent', activity)
      return readVisitorList(tx, { ...pickList, sentAt: now, revision }, since)
    })
  }

  @Handles(sharing.changePicks)
  async changePicks({ key, since, changes, ...credentials }: ChangeRequest) {
    const link = await this.access.authorize(credentials)
    if (!this.rateLimit.allow(link.id, visitorKeyHash(key))) throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const pickList = await lockPickList(tx, link, key)
      if (pickList.sentAt) throw errors.PICKS_SENT()
      const revision = pickList.revision + 1
      const merged = JSON.stringify(mergeChangesByPhoto(changes, link.picks.notes))
      const parameters = [pickList.id, link.id, revision, merged, link.albumId]
      const [stored] = await tx.sql<{ count: number }>(MERGE_PICKS, parameters)
      if (!stored?.count) return readVisitorList(tx, pickList, since)
      tx.send(STORE_REVISION, [pickList.id, revision, this.clock.now()])
      tx.emit(picksChanged, link.id, { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId })
      return readVisitorList(tx, { ...pickList, revision }, since)
    })
  }
}

type Change = ChangeRequest['changes'][number]

/** Merges the changes of each photo into one. Removes notes if the link does not accept them. */
function mergeChangesByPhoto(changes: Change[], acceptsNotes: boolean): Change[] {
  const changeByPhoto = new Map<string, Change>()
  for (const change of changes) {
    const accepted = acceptsNotes ? change : { ...change, note: '', noteAt: '' }
    const earlier = changeByPhoto.get(change.photoId)
    changeByPhoto.set(change.photoId, earlier ? { ...accepted, ...mergePick(earlier, accepted) } : accepted)
  }
  return [...changeByPhoto.values()]
}
