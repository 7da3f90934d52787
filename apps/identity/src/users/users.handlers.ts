import {
  auditArgs,
  activity,
  type Actor,
  identity,
  identityAudited,
  type Input,
  MIN_PASSWORD,
  requireSuperAdmin,
  visibleText,
} from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { assertPassword, validEmail } from './account-rules.ts'
import { insertUser, NewUsers, userTarget } from './users.ts'

@Handles(identity.createUser)
export class CreateUser implements Handler<typeof identity.createUser> {
  constructor(
    private readonly db: Database,
    private readonly newUsers: NewUsers,
  ) {}

  async handle(input: Input<typeof identity.createUser>, actor: Actor) {
    requireSuperAdmin(actor)
    const email = validEmail(input.email)
    assertPassword(input.password, email, MIN_PASSWORD)
    const displayName = visibleText(input.displayName ?? '') || null
    const user = await this.newUsers.prepare({ ...input, email, displayName })
    await this.db.commit(async tx => {
      await insertUser(tx, user)
      tx.emit(
        identityAudited,
        ...auditArgs(actor, 'user.created', userTarget(user), { role: user.role, tier: user.tier }),
      )
    })
    return user.view()
  }
}

@Handles(identity.getDisplayName)
export class GetDisplayName implements Handler<typeof identity.getDisplayName> {
  constructor(private readonly db: Database) {}

  async handle({ userId }: Input<typeof identity.getDisplayName>) {
    const [user] = await this.db.sql<{ displayName: string | null }>(
      'SELECT display_name AS "displayName" FROM users WHERE id = $1',
      [userId],
    )
    return { displayName: user?.displayName ?? null }
  }
}

type Named = { id: string; name: string }

@Handles(activity.nameUsers)
export class NameUsers implements Handler<typeof activity.nameUsers> {
  constructor(private readonly db: Database) {}

  async handle({ ids }: Input<typeof activity.nameUsers>, actor: Actor) {
    requireSuperAdmin(actor)
    const names = `SELECT id, coalesce(nullif(display_name, ''), email) AS name FROM users WHERE id = ANY($1::uuid[])`
    return { users: await this.db.sql<Named>(names, [ids]) }
  }
}
