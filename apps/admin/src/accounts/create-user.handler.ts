import { admin, identity, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'
import { FIRST_PLAN, OF_NEW, planKnown } from '../accounts/plan-known.ts'

/** The account works at once: it is answered when those who decide by its plan know the plan (S-SUB-18). */
@Handles(admin.createUser)
export class CreateUser implements Handler<typeof admin.createUser> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.createUser>, actor: Actor) {
    requireSuperAdmin(actor)
    const user = await this.rpc.call(identity.createUser, { ...input, mustChangePassword: false }, actor)
    await planKnown(this.rpc, { userId: user.id, version: FIRST_PLAN }, actor, OF_NEW)
    return user
  }
}
