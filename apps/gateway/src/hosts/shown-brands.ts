import { anonymous, type Brand, brands, type Rendition, studioLogos } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ShortCache } from '../kept/short-cache.ts'

export type ShownBrand = Brand & { logo: Rendition | null }
type Known = { ownerId: string; brand: ShownBrand | null }

/** A plan that ends takes the brand off within a second, also when the event is lost. */
const KEPT_MS = 400
const MOST = 5000

/** What a studio shows in the place of Daymark: its name and look from sharing, its logo from media. */
@Injectable()
export class ShownBrands {
  private readonly rpc: RpcClient
  private readonly known = new ShortCache<Known>({ ttlMs: KEPT_MS, max: MOST, groups: ({ ownerId }) => [ownerId] })

  constructor(rpc: RpcClient) {
    this.rpc = rpc
  }

  /** null: Daymark's. */
  async of(ownerId: string): Promise<ShownBrand | null> {
    return (await this.known.get(ownerId, () => this.ask(ownerId))).brand
  }

  drop(ownerId: string): void {
    this.known.drop(ownerId)
  }

  private async ask(ownerId: string): Promise<Known> {
    const { brand } = await this.rpc.call(brands.getShownBrand, { ownerId }, anonymous)
    if (!brand) return { ownerId, brand: null }
    const { logo } = await this.rpc.call(studioLogos.getStudioLogo, { ownerId }, anonymous)
    return { ownerId, brand: { ...brand, logo } }
  }
}
