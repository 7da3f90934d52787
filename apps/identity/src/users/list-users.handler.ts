import { identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { User } from './user.entity.ts'

/** Newest account first. */
@Handles(identity.listUsers)
export class ListUsers implements Handler<typeof identity.listUsers> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ limit, offset }: Input<typeof identity.listUsers>, actor: Actor) {
    requireSuperAdmin(actor)
    const all = this.db
      .repository(User)
      .createQueryBuilder('u')
      .orderBy('u.createdAt', 'DESC')
      .addOrderBy('u.id', 'DESC')
    const [users, total] = await Promise.all([limit ? all.limit(limit).offset(offset).getMany() : [], all.getCount()])
    return { users: users.map(u => u.view()), total }
  }
}
