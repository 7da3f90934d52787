import { errors, requireUser, type Actor } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Subscription } from './subscription.entity.ts'

/** The caller's own row. That of an account made a moment ago may still be on its way. */
@Injectable()
export class Subscriptions {
  constructor(private readonly db: Database) {}

  async of(actor: Actor): Promise<Subscription> {
    const userId = requireUser(actor)
    const find = async () => (await this.db.repository(Subscription).findOneBy({ userId })) ?? undefined
    const found = await this.db.pollUntilFound(find)
    if (!found) throw errors.SUBSCRIPTION_PENDING()
    return found
  }
}
