import { errors, library, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, Plans, type Handler } from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { announcing } from '../uploads/beginnings.ts'
import { ReceivedFile } from './received-file.entity.ts'
import { readOne } from './received-rows.ts'
import { roomFor } from './received-room.ts'

/** Asked before a body is read, as of uploads. A guest hears only that there is no room, not of whom. */
@Handles(library.authorizeReceived)
export class AuthorizeReceived implements Handler<typeof library.authorizeReceived> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plans: Plans,
  ) {}

  async handle(asked: Input<typeof library.authorizeReceived>, { userId }: Actor) {
    const { bytes, idempotencyKey, linkId, guestId, beginning } = asked
    const plan = await this.plans.of(userId)
    const encrypted = plan.features.includes('encryption_at_rest')
    const now = this.clock.now()
    const announced = { ownerId: userId, beginning, guest: { linkId, guestId }, now }
    return announcing(this.db, announced, async (db, others) => {
      const known = idempotencyKey ? await db.em.findOneBy(ReceivedFile, { guestId, idempotencyKey }) : null
      if (known) return { room: 0, existing: await readOne(this.db, known.id), encrypted }
      const left = await roomFor(db, { ...asked, now }, others)
      const account = await db.em.findOneBy(Account, { userId })
      const room = Math.max(0, Math.min(plan.storageLimit - (account?.used ?? 0) - others.bytes, left.bytes))
      if (room === 0 || bytes > room) throw errors.UPLOAD_LINK_FULL({ of: 'link' })
      return { room, existing: null, encrypted }
    })
  }
}
