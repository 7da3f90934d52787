import { accountFigures, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Account } from './account.entity.ts'

/** For the administration. */
@Handles(accountFigures.getUsage)
export class GetUsage implements Handler<typeof accountFigures.getUsage> {
  constructor(private readonly db: Database) {}

  async handle({ userId }: Input<typeof accountFigures.getUsage>, actor: Actor) {
    requireSuperAdmin(actor)
    const account = (await this.db.em.findOneBy(Account, { userId })) ?? Account.empty(userId)
    return { photos: account.photos, albums: account.albums, storageUsed: account.used }
  }
}
