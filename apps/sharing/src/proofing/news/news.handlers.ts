import {
  type Actor,
  continueVisit,
  errors,
  type Input,
  mergeSeenStates,
  type Output,
  parseSeenState,
  type SeenState,
  sharing,
  formatSeenState,
} from '@daymark/contracts'
import { Clock, Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import { ACCESS_COLUMNS, type AccessRow, GalleryAccess } from '../../links/gallery/gallery-access.ts'
import { isLinkToken } from '../../links/link-addresses.ts'
import { hasKeySql, visitorKeyHash } from '../visitors/named-visitors.ts'

/** `since` is a `content_version` of the gallery. */
type GalleryChangesQuery = { albumId: string; ownerId: string; since: number }
type ChangedPhotoRow = { id: string; isNew: boolean }

/** SQL condition: the photo became visible after `$3`. Rows without `shown_since` count as old. */
const IS_NEW = 'coalesce(m.shown_since, 0) > $3'

/**
 * SQL that selects the photos of a gallery that became visible, or whose file was replaced, after `$3`, in gallery order. Follows the order
 * of the album and reads only those photos, each by key (see `findGalleryPhotos`).
 */
const changedPhotosSql = (columns: string): string => `
  SELECT p.*, ${IS_NEW} AS "isNew" FROM album_photos m CROSS JOIN LATERAL (
    SELECT ${columns} FROM photos WHERE id = m.photo_id AND owner_id = $2 AND variants IS NOT NULL OFFSET 0
  ) p
  WHERE m.album_id = $1 AND m.present AND (${IS_NEW} OR m.corrected_since > $3)
  ORDER BY m.position, m.photo_id`

const findChangedPhotos = (
  db: Database,
  { albumId, ownerId, since }: GalleryChangesQuery,
): Promise<ChangedPhotoRow[]> => db.sql<ChangedPhotoRow>(changedPhotosSql('id'), [albumId, ownerId, since])

/** Age from which an unchanged stored state is written again, so that its time stays current. */
const SEEN_STATE_REFRESH_MS = 5 * 60_000

type SeenStateSources = {
  storedStates: (string | null | undefined)[]
  /** The current `content_version` of the gallery. */
  version: number
  now: number
  /** The version up to which the visitor has just seen all photos. */
  seenUpTo: number | undefined
}

/**
 * Combines what the visitor has seen according to the browser and to the pick list. Ignores states that are ahead of the gallery, which
 * were stored before a restore from a backup; without a valid state, the visit counts as the first.
 */
function combineSeenStates({ storedStates, version, now, seenUpTo }: SeenStateSources): SeenState {
  const validStates = storedStates.flatMap(stored => parseSeenState(stored) ?? []).filter(({ upTo }) => upTo <= version)
  const [first, ...others] = validStates.map(state => continueVisit(state, now))
  const combined = first ? others.reduce(mergeSeenStates, first) : { since: null, upTo: version, at: now }
  if (seenUpTo === undefined) return combined
  const seenVersion = Math.min(seenUpTo, version)
  return mergeSeenStates(combined, { since: seenVersion, upTo: seenVersion, at: now })
}

/** Returns true if the stored state must be written: it has changed, or its time is more than five minutes old. */
function needsSaving(seen: SeenState, stored: string | null): boolean {
  const storedState = parseSeenState(stored)
  if (storedState?.since !== seen.since || storedState.upTo !== seen.upTo) return true
  return seen.at - storedState.at > SEEN_STATE_REFRESH_MS
}

type NewsRequest = Input<typeof sharing.getNews>
type LinkWithSeenState = AccessRow & { changes: string; listId: string | null; listSeen: string | null }

type ChangesRequest = Input<typeof sharing.listChanges>
type ChangeRow = Omit<Output<typeof sharing.listChanges>['photos'][number], 'change'> & {
  isNew: boolean
  total: number
}
type OwnedGallery = { albumId: string; ownerId: string; changes: string }

const SELECT_CHANGES = `
  WITH news AS (${changedPhotosSql('id, original_filename AS "originalFilename", title')})
  SELECT *, count(*) OVER ()::int AS total FROM news LIMIT $4 OFFSET $5`

/** Position before the first change: all photos that the gallery shows count as new. */
const BEFORE_FIRST_CHANGE = -1

@RpcHandlers()
export class NewsHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: GalleryAccess,
  ) {}

  /**
   * Returns which photos of a gallery are new for a visitor. Runs two queries by key, and a third query only if the gallery has changed
   * since the last visit.
   */
  @Handles(sharing.getNews)
  async getNews(request: NewsRequest) {
    const link = this.access.authorize(await this.findLink(request), request.grant)
    const changes = Number(link.changes)
    const now = this.clock.now().getTime()
    const storedStates = [request.seen, link.listSeen]
    const seen = combineSeenStates({ storedStates, version: changes, now, seenUpTo: request.seenUpTo })
    await this.saveSeenState(link, seen)
    // `changes` was read before the photos, so a concurrent change may be reported twice but is never missed
    const rows =
      seen.since === null || seen.since >= changes
        ? []
        : await findChangedPhotos(this.db, { ...link, since: seen.since })
    return {
      seen: formatSeenState(seen),
      upTo: changes,
      newIds: rows.filter(({ isNew }) => isNew).map(({ id }) => id),
      correctedIds: rows.filter(({ isNew }) => !isNew).map(({ id }) => id),
    }
  }

  /** Stores in the visitor's pick list what they have seen, so that all of their devices share it. Publishes no event. */
  private async saveSeenState({ listId, listSeen }: LinkWithSeenState, seen: SeenState): Promise<void> {
    if (listId === null || !needsSaving(seen, listSeen)) return
    await this.db.commit(async tx => {
      tx.send('UPDATE pick_lists SET seen = $2 WHERE id = $1', [listId, formatSeenState(seen)])
    })
  }

  private async findLink({ token, key }: NewsRequest): Promise<LinkWithSeenState | undefined> {
    if (!isLinkToken(token)) return undefined
    const [row] = await this.db.sql<LinkWithSeenState>(
      `SELECT ${ACCESS_COLUMNS}, a.content_version::text AS changes, k.id AS "listId", k.seen AS "listSeen"
       FROM links l JOIN albums a ON a.id = l.album_id
       LEFT JOIN pick_lists k ON k.link_id = l.id AND ${hasKeySql('k', '$2')}
       WHERE l.token = $1`,
      [token, key === undefined ? null : visitorKeyHash(key)],
    )
    return row
  }

  /**
   * Lists the changes of a gallery for its owner's integrations: all changes, or the changes since a position that an earlier call
   * returned.
   */
  @Handles(sharing.listChanges)
  async listChanges({ linkId, since = BEFORE_FIRST_CHANGE, limit, offset }: ChangesRequest, { userId }: Actor) {
    const [link] =
      isId(linkId) && isId(userId)
        ? await this.db.sql<OwnedGallery>(
            `SELECT l.album_id AS "albumId", l.owner_id AS "ownerId", a.content_version::text AS changes
             FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1 AND l.owner_id = $2`,
            [linkId, userId],
          )
        : []
    if (!link) throw errors.SHARE_NOT_FOUND()
    // a position ahead of the gallery was returned before a restore from a backup, so everything is reported
    const changedAfter = since > Number(link.changes) ? BEFORE_FIRST_CHANGE : since
    const rows = await this.db.sql<ChangeRow>(SELECT_CHANGES, [link.albumId, link.ownerId, changedAfter, limit, offset])
    const photos = rows.map(({ isNew, total: _, ...photo }) => ({
      ...photo,
      change: isNew ? ('new' as const) : ('corrected' as const),
    }))
    return { upTo: Number(link.changes), photos, total: rows[0]?.total ?? 0 }
  }
}
