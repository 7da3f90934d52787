import { accountFigures, accounts, adminAccounts, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Handles, RpcClient, type Handler } from '@daymark/platform'

/** An owner that does not answer by then is away: its figures stay empty, and the others are shown. */
const WITHIN_MS = 2000
type Owner = keyof typeof AWAY
const AWAY = {
  plan: 'The plan is not known at the moment: billing does not answer.',
  usage: 'Photos and storage are not known at the moment: the library does not answer.',
  links: 'Links are not known at the moment: sharing does not answer.',
  programs: 'Tokens and webhooks are not known at the moment: the developer service does not answer.',
}

@Handles(adminAccounts.get)
export class GetAccount implements Handler<typeof adminAccounts.get> {
  private readonly rpc: RpcClient
  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  async handle({ id }: Input<typeof adminAccounts.get>, actor: Actor) {
    requireSuperAdmin(actor)
    // first: what is no account is asked of nobody else
    const { account, ...signIn } = await this.rpc.call(accounts.get, { id }, actor)
    const of = { userId: account.id }
    const notes: string[] = []
    const known = async <T>(owner: Owner, answer: Promise<T>): Promise<T | null> =>
      answer.catch(() => {
        notes.push(AWAY[owner])
        return null
      })
    const [plan, usage, links, programs] = await Promise.all([
      known('plan', this.rpc.call(accountFigures.getPlan, of, actor, WITHIN_MS)),
      known('usage', this.rpc.call(accountFigures.getUsage, of, actor, WITHIN_MS)),
      known('links', this.rpc.call(accountFigures.getLinks, of, actor, WITHIN_MS)),
      known('programs', this.rpc.call(accountFigures.getPrograms, of, actor, WITHIN_MS)),
    ])
    return { account, signIn, plan, usage, links, programs, notes }
  }
}
