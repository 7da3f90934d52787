import { accountFigures, accounts, adminAccounts, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'
import { notesOf, Owners } from '../dashboard/owners.ts'

/** Whoever is away leaves a gap and a note: the others are shown. */
@Handles(adminAccounts.get)
export class GetAccount implements Handler<typeof adminAccounts.get> {
  constructor(
    private readonly rpc: RpcClient,
    private readonly owners: Owners,
  ) {}

  async handle({ id }: Input<typeof adminAccounts.get>, actor: Actor) {
    requireSuperAdmin(actor)
    // first: what is no account is asked of nobody else
    const { account, ...signIn } = await this.rpc.call(accounts.get, { id }, actor)
    const of = { userId: account.id }
    const [plan, usage, links, programs] = await Promise.all([
      this.owners.ask(accountFigures.getPlan, of, actor),
      this.owners.ask(accountFigures.getUsage, of, actor),
      this.owners.ask(accountFigures.getLinks, of, actor),
      this.owners.ask(accountFigures.getPrograms, of, actor),
    ])
    const known = { plan: plan.value, usage: usage.value, links: links.value, programs: programs.value }
    return { account, signIn, ...known, notes: notesOf(plan, usage, links, programs) }
  }
}
