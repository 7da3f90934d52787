import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, type Handler } from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { announcing } from '../uploads/beginnings.ts'
import { findPhoto } from './find-photo.ts'
import { findByKey } from './idempotency.ts'
import { readPhoto } from './read-photos.ts'

/** Asked before a body is read, so that nobody sends 500 MB only to be refused (rule 8). */
@Handles(library.authorizeUpload)
export class AuthorizeUpload implements Handler<typeof library.authorizeUpload> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(asked: Input<typeof library.authorizeUpload>, { userId }: Actor) {
    const { bytes, idempotencyKey, replaces, beginning } = asked
    const plan = await this.plans.of(userId)
    const encrypted = plan.features.includes('encryption_at_rest')
    return announcing(this.db, { ownerId: userId, beginning, now: this.clock.now() }, async (db, others) => {
      const account = await db.em.findOneBy(Account, { userId })
      const room = Math.max(0, plan.storageLimit - (account?.used ?? 0) - others.bytes)
      const existing = await findByKey(db.em, userId, idempotencyKey)
      if (existing) return { room, existing: await readPhoto(db, existing.id, 'whole'), encrypted }
      if (replaces !== undefined) await findPhoto(db.em, replaces, userId)
      if (bytes > room) throw errors.QUOTA_EXCEEDED()
      return { room, existing: null, encrypted }
    })
  }
}
