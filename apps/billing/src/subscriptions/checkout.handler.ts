import { billing, type Actor, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { Buying } from './buying.ts'
import { Changing } from './changing.ts'
import { Subscriptions } from './subscriptions.ts'

/** S-SUB-08. Nobody ever pays for two: whoever has a subscription gets its plan changed. */
@Handles(billing.checkout)
export class Checkout implements Handler<typeof billing.checkout> {
  constructor(
    private readonly own: Subscriptions,
    private readonly provider: ProviderSubscriptions,
    private readonly buying: Buying,
    private readonly changing: Changing,
  ) {}

  async handle({ tier, email, site }: Input<typeof billing.checkout>, actor: Actor) {
    const { userId } = await this.own.of(actor)
    if (!this.provider.configured) return { checkoutUrl: null, testMode: true, changed: null }
    const { subscription, current } = await this.provider.read(userId)
    if (!current) return bought(await this.buying.page(subscription, { tier, email, site }))
    const confirm = await this.changing.to(tier, current)
    const { version } = (await this.provider.read(userId, actor)).subscription
    return confirm === undefined ? { checkoutUrl: null, testMode: false, changed: version } : bought(confirm)
  }
}

const bought = (checkoutUrl: string) => ({ checkoutUrl, testMode: false, changed: null })
