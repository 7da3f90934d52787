import { admin, identity, library, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

/** The version of a subscription that has just been opened. */
const FIRST = 1

/** The account works at once: it is answered when those who decide by its plan know the plan (S-SUB-18). */
@Handles(admin.createUser)
export class CreateUser implements Handler<typeof admin.createUser> {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  async handle(input: Input<typeof admin.createUser>, actor: Actor) {
    requireSuperAdmin(actor)
    const user = await this.rpc.call(identity.createUser, { ...input, mustChangePassword: false }, actor)
    const plan = { userId: user.id, version: FIRST }
    // The account exists from here on. One of these being away is no failure of the creation: a second try would be refused because the
    // email is taken. They receive the plan when they are back.
    await Promise.allSettled([
      this.rpc.call(library.awaitPlan, plan, actor),
      this.rpc.call(identity.awaitPlan, plan, actor),
    ])
    return user
  }
}
