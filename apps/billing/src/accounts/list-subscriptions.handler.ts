import { errors, subscriptionsPage, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { MoreThan } from 'typeorm'
import { Subscription } from '../subscriptions/subscription.entity.ts'

@Handles(subscriptionsPage)
export class ListSubscriptions implements Handler<typeof subscriptionsPage> {
  constructor(private readonly db: Database) {}

  async handle({ after, limit: take }: Input<typeof subscriptionsPage>, actor: Actor) {
    if (actor.role !== 'system') throw errors.FORBIDDEN()
    const found = await this.db.em.find(Subscription, {
      ...(after && { where: { userId: MoreThan(after) } }),
      order: { userId: 'ASC' },
      take,
    })
    return { subscriptions: found.map(subscription => subscription.view()) }
  }
}
