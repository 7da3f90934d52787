import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, Plans, type Handler } from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { findPhoto } from './find-photo.ts'
import { findByKey } from './idempotency.ts'
import { readPhoto } from './read-photos.ts'

/** Asked before a body is read, so that nobody sends 500 MB only to be refused (rule 8). */
@Handles(library.authorizeUpload)
export class AuthorizeUpload implements Handler<typeof library.authorizeUpload> {
  private readonly db: Database
  private readonly plans: Plans
  constructor(db: Database, plans: Plans) {
    this.db = db
    this.plans = plans
  }

  async handle({ bytes, idempotencyKey, replaces }: Input<typeof library.authorizeUpload>, { userId }: Actor) {
    const plan = await this.plans.of(userId)
    const account = await this.db.em.findOneBy(Account, { userId })
    const encrypted = plan.features.includes('encryption_at_rest')
    const room = Math.max(0, plan.storageLimit - (account?.used ?? 0))
    const existing = await findByKey(this.db.em, userId, idempotencyKey)
    if (existing) return { room, existing: await readPhoto(this.db, existing.id, 'whole'), encrypted }
    if (replaces !== undefined) await findPhoto(this.db.em, replaces, userId)
    if (bytes > room) throw errors.QUOTA_EXCEEDED()
    return { room, existing: null, encrypted }
  }
}
