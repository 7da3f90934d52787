import { type Actor, type Asked, type DomainSettings, domains, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller } from '@nestjs/common'
import { Caches } from '../../cache/caches.ts'
import { tag } from '../../cache/event-tags.ts'
import { presentDomain } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'

/** The custom domain of an owner. */
@Controller()
export class DomainController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  @Serves(routes.getDomain)
  async get(_: unknown, { actor }: Caller) {
    return presentDomain(await this.rpc.call(domains.getDomain, {}, actor))
  }

  @Serves(routes.setDomain)
  async set({ body: { host } }: Asked<typeof routes.setDomain>, { actor }: Caller) {
    return this.invalidateAndPresent(await this.rpc.call(domains.setDomain, { host }, actor), actor)
  }

  @Serves(routes.verifyDomain)
  async verify(_: unknown, { actor }: Caller) {
    return this.invalidateAndPresent(await this.rpc.call(domains.verifyDomain, {}, actor), actor)
  }

  @Serves(routes.removeDomain)
  async remove(_: unknown, { actor }: Caller) {
    return this.invalidateAndPresent(await this.rpc.call(domains.removeDomain, {}, actor), actor)
  }

  /** This gateway invalidates its caches immediately; other replicas do so when they receive the event. */
  private invalidateAndPresent(settings: DomainSettings, { userId }: Actor) {
    this.caches.invalidate([tag.domain(userId), ...(settings.domain ? [tag.host(settings.domain.host)] : [])])
    return presentDomain(settings)
  }
}
