import { activity, type Actor, identity, type Input, MIN_PASSWORD_LENGTH, trimVisibleText } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { assertPassword, parseEmail } from './account-rules.ts'
import { insertUser, UserFactory, auditTargetOf } from './users.ts'

type NamedUser = { id: string; name: string }

@RpcHandlers()
export class UserHandlers {
  constructor(
    private readonly db: Database,
    private readonly userFactory: UserFactory,
  ) {}

  @Handles(identity.createUser)
  async createUser(input: Input<typeof identity.createUser>, actor: Actor) {
    const email = parseEmail(input.email)
    assertPassword(input.password, email, MIN_PASSWORD_LENGTH)
    const displayName = trimVisibleText(input.displayName ?? '') || null
    const user = await this.userFactory.create({ ...input, email, displayName })
    await this.db.commit(async tx => {
      await insertUser(tx, user)
      tx.audit(actor, 'user.created', auditTargetOf(user), { role: user.role, tier: user.tier })
    })
    return user.toView()
  }

  @Handles(identity.getDisplayName)
  async getDisplayName({ userId }: Input<typeof identity.getDisplayName>) {
    const [user] = await this.db.sql<{ displayName: string | null }>(
      'SELECT display_name AS "displayName" FROM users WHERE id = $1',
      [userId],
    )
    return { displayName: user?.displayName ?? null }
  }

  @Handles(activity.getUserNames)
  async getUserNames({ ids }: Input<typeof activity.getUserNames>) {
    const selectNames = `SELECT id, coalesce(nullif(display_name, ''), email) AS name FROM users WHERE id = ANY($1::uuid[])`
    return { users: await this.db.sql<NamedUser>(selectNames, [ids]) }
  }
}
