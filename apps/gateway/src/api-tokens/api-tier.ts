import { anonymous, developer, lowestTierOf, type Tier } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { GatewayConfig } from '../config.ts'

/** The lowest plan with the public API: a setting of developer. */
@Injectable()
export class ApiTier {
  private readonly patienceMs: number

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { patienceMs }: GatewayConfig,
  ) {
    this.patienceMs = patienceMs
  }

  /** The last known one while developer is away. */
  async current(): Promise<Tier> {
    const { apiTier } = this.caches
    const load = async () => (await this.rpc.call(developer.getApiTier, {}, anonymous)).tier
    const found = await optionalWithin(apiTier.get('', load), this.patienceMs)
    return found ?? apiTier.stale('') ?? lowestTierOf('api_access')
  }
}
