import { type Actor, type Input, requireSuperAdmin, work } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler, isId } from '@daymark/platform'
import { type FailedPhoto, retryFailed } from '../photos/retry-failed.ts'

/** Whoever asked waits for the answer; what is left is listed still. */
const LONGEST_MS = 2000
const MOST = 20_000
const FAILED = `
  SELECT id, owner_id FROM photos
  WHERE status = 'failed' AND deleted_at IS NULL AND ($1::uuid[] IS NULL OR id = ANY($1)) ORDER BY id LIMIT ${MOST}`

@Handles(work.requeue)
export class RequeuePhotos implements Handler<typeof work.requeue> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ ids }: Input<typeof work.requeue>, actor: Actor) {
    requireSuperAdmin(actor)
    const until = performance.now() + LONGEST_MS
    const found = await this.db.sql<FailedPhoto>(FAILED, [ids?.filter(isId) ?? null])
    return { changed: await retryFailed(this.db, found, { actor, now: () => this.clock.now(), until }) }
  }
}
