import { anonymous, developer, lowestTierOf, type Tier } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { GatewayConfig } from '../config.ts'

/** The lowest plan that includes the public API, a setting of the developer service. */
@Injectable()
export class ApiTier {
  private readonly timeoutMs: number

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { optionalTimeoutMs }: GatewayConfig,
  ) {
    this.timeoutMs = optionalTimeoutMs
  }

  /** The last known value while the developer service is unavailable. */
  async current(): Promise<Tier> {
    const { apiTier } = this.caches
    const load = async () => (await this.rpc.call(developer.getApiTier, {}, anonymous)).tier
    const found = await optionalWithin(apiTier.get('', load), this.timeoutMs)
    return found ?? apiTier.stale('') ?? lowestTierOf('api_access')
  }
}
