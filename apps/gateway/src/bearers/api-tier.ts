import { anonymous, developer, lowestTierOf, type Tier } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GatewayConfig } from '../config.ts'
import { ShortCache } from '../kept/short-cache.ts'

const KEPT_MS = 60_000

/** With which plan the public API begins: developer is told by its settings, and asked now and then. */
@Injectable()
export class ApiTier {
  private readonly cache = new ShortCache<Tier>({ ttlMs: KEPT_MS, max: 1, groups: () => [] })
  private last = lowestTierOf('api_access')
  private readonly patienceMs: number

  constructor(
    private readonly rpc: RpcClient,
    { patienceMs }: GatewayConfig,
  ) {
    this.patienceMs = patienceMs
  }

  /** The last that is known while developer is away. */
  async current(): Promise<Tier> {
    const ask = async () => (await this.rpc.call(developer.getApiTier, {}, anonymous)).tier
    this.last = (await optionalWithin(this.cache.get('', ask), this.patienceMs)) ?? this.last
    return this.last
  }
}
