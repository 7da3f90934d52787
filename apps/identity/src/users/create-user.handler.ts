import {
  act,
  identity,
  identityAudited,
  MIN_PASSWORD,
  requireSuperAdmin,
  visibleText,
  type Actor,
  type Input,
} from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { userTarget } from './audited-user.ts'
import { assertPassword, validEmail } from './account-rules.ts'
import { NewUsers } from './new-users.ts'
import { insertUser } from './users.ts'

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
      tx.emit(identityAudited, ...act(actor, 'user.created', userTarget(user), { role: user.role, tier: user.tier }))
    })
    return user.view()
  }
}
