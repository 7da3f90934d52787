import { anonymous, developer, lowestTierOf, type Tier } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { OPTIONAL_TIMEOUT_MS } from '../config.ts'

/** The lowest plan that includes the public API, a setting of the developer service. */
@Injectable()
export class ApiTier {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** While the developer service is unavailable, returns the last known value, else the lowest plan that includes the API. */
  async current(): Promise<Tier> {
    const { apiTier } = this.caches
    const load = async () => (await this.rpc.call(developer.getApiTier, {}, anonymous)).tier
    const found = await optionalWithin(apiTier.get('', load), OPTIONAL_TIMEOUT_MS)
    return found ?? apiTier.stale('') ?? lowestTierOf('api_access')
  }
}
