import {
  accountStatistics,
  accounts,
  type Actor,
  admin,
  adminAccounts,
  grantedPlans,
  identity,
  type Input,
  requireSuperAdmin,
  security,
} from '@daymark/contracts'
import { type Handler, Handles, RpcClient } from '@daymark/platform'
import { notesOf, ServiceClients } from '../dashboard/service-clients.ts'
import { FIRST_PLAN, OF_NEW, planKnown } from './plan-known.ts'

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

@Handles(admin.generatePassword)
export class GeneratePassword implements Handler<typeof admin.generatePassword> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.generatePassword>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.generatePassword, input, actor)
  }
}

/** A service that does not respond is reported in a note; the data of the others is shown. */
@Handles(adminAccounts.get)
export class GetAccount implements Handler<typeof adminAccounts.get> {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clients: ServiceClients,
  ) {}

  async handle({ id }: Input<typeof adminAccounts.get>, actor: Actor) {
    requireSuperAdmin(actor)
    // identity first: other services are not queried for an unknown account
    const { account, ...signIn } = await this.rpc.call(accounts.get, { id }, actor)
    const of = { userId: account.id }
    const [plan, usage, links, developer] = await Promise.all([
      this.clients.call(accountStatistics.getPlan, of, actor),
      this.clients.call(accountStatistics.getUsage, of, actor),
      this.clients.call(accountStatistics.getLinks, of, actor),
      this.clients.call(accountStatistics.getDeveloperUsage, of, actor),
    ])
    const known = { plan: plan.value, usage: usage.value, links: links.value, developer: developer.value }
    return { account, signIn, ...known, notes: notesOf(plan, usage, links, developer) }
  }
}

@Handles(adminAccounts.invite)
export class InviteUser implements Handler<typeof adminAccounts.invite> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof adminAccounts.invite>, actor: Actor) {
    requireSuperAdmin(actor)
    const { account, isNew } = await this.rpc.call(accounts.invite, input, actor)
    if (isNew) await planKnown(this.rpc, { userId: account.id, version: FIRST_PLAN }, actor, OF_NEW)
    return account
  }
}

@Handles(admin.listUsers)
export class ListUsers implements Handler<typeof admin.listUsers> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.listUsers>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.listUsers, input, actor)
  }
}

@Handles(admin.resetPassword)
export class ResetPassword implements Handler<typeof admin.resetPassword> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.resetPassword>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(identity.resetPassword, input, actor)
  }
}

@Handles(admin.resetSecondStep)
export class ResetSecondStep implements Handler<typeof admin.resetSecondStep> {
  constructor(private readonly rpc: RpcClient) {}

  async handle(input: Input<typeof admin.resetSecondStep>, actor: Actor) {
    requireSuperAdmin(actor)
    return this.rpc.call(security.resetSecondStep, input, actor)
  }
}

@Handles(adminAccounts.updatePlan)
export class UpdatePlan implements Handler<typeof adminAccounts.updatePlan> {
  constructor(private readonly rpc: RpcClient) {}

  async handle({ id, ...wanted }: Input<typeof adminAccounts.updatePlan>, actor: Actor) {
    requireSuperAdmin(actor)
    const { account } = await this.rpc.call(accounts.get, { id }, actor)
    const plan = await this.rpc.call(grantedPlans.grant, { userId: account.id, ...wanted }, actor)
    await planKnown(this.rpc, plan, actor)
    return (await this.rpc.call(accounts.get, { id }, actor)).account
  }
}
