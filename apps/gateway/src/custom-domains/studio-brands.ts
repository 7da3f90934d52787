import { anonymous, brands, studioLogos } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches, type ShownBrand } from '../cache/caches.ts'
import { GatewayConfig } from '../config.ts'
import { guestOf } from './custom-domains.ts'

export type { ShownBrand } from '../cache/caches.ts'

/** What a studio shows instead of Daymark: its name and look from sharing, its logo from media. */
@Injectable()
export class ShownBrands {
  private readonly patienceMs: number

  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { patienceMs }: GatewayConfig,
  ) {
    this.patienceMs = patienceMs
  }

  /** null: Daymark's. */
  async of(ownerId: string): Promise<ShownBrand | null> {
    const load = async () => ({ ownerId, brand: await this.load(ownerId) })
    return (await this.caches.brands.get(ownerId, load)).brand
  }

  /** For the head of a page, which does not wait. Undefined: unknown; the page of a custom domain shows the domain's name then. */
  async inTime(owner: string | Promise<string>, request: object) {
    let known: ShownBrand | null | undefined
    const ask = async () => {
      const ownerId = await owner
      known = this.caches.brands.stale(ownerId)?.brand
      return this.of(ownerId)
    }
    const brand = await optionalWithin(ask(), this.patienceMs)
    return brand === undefined ? (known ?? ofHost(request)) : brand
  }

  private async load(ownerId: string): Promise<ShownBrand | null> {
    const { brand } = await this.rpc.call(brands.getPublicBrand, { ownerId }, anonymous)
    if (!brand) return null
    const { logo } = await this.rpc.call(studioLogos.getStudioLogo, { ownerId }, anonymous)
    return { ...brand, logo }
  }
}

function ofHost(request: object): ShownBrand | undefined {
  const guest = guestOf(request)
  return guest && { name: guest.host, website: null, accent: null, logo: null }
}
