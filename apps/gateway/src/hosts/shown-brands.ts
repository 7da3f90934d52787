import { anonymous, type Brand, brands, type Rendition, studioLogos } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { LRUCache } from 'lru-cache'
import { GatewayConfig } from '../config.ts'
import { ShortCache } from '../kept/short-cache.ts'
import { guestOf } from './guests.ts'

export type ShownBrand = Brand & { logo: Rendition | null }
type Known = { ownerId: string; brand: ShownBrand | null }

/** A plan that ends takes the brand off within a second, also when the event is lost. */
const KEPT_MS = 400
const MOST = 5000

/** What a studio shows in the place of Daymark: its name and look from sharing, its logo from media. */
@Injectable()
export class ShownBrands {
  private readonly patienceMs: number
  private readonly known = new ShortCache<Known>({ ttlMs: KEPT_MS, max: MOST, groups: ({ ownerId }) => [ownerId] })
  /** While nobody answers in time: better an old look than Daymark's. */
  private readonly last = new LRUCache<string, Known>({ max: MOST })

  constructor(
    private readonly rpc: RpcClient,
    { patienceMs }: GatewayConfig,
  ) {
    this.patienceMs = patienceMs
  }

  /** null: Daymark's. */
  async of(ownerId: string): Promise<ShownBrand | null> {
    return (await this.known.get(ownerId, () => this.ask(ownerId))).brand
  }

  /** For the head of a page, which waits for nobody. Undefined: nobody knows; a custom domain is called by its own name then. */
  async inTime(owner: string | Promise<string>, request: object) {
    let known: ShownBrand | null | undefined
    const ask = async () => {
      const ownerId = await owner
      known = this.last.get(ownerId)?.brand
      return this.of(ownerId)
    }
    const brand = await optionalWithin(ask(), this.patienceMs)
    return brand === undefined ? (known ?? ofHost(request)) : brand
  }

  drop(ownerId: string): void {
    this.known.drop(ownerId)
  }

  private async ask(ownerId: string): Promise<Known> {
    const known = { ownerId, brand: await this.shown(ownerId) }
    this.last.set(ownerId, known)
    return known
  }

  private async shown(ownerId: string): Promise<ShownBrand | null> {
    const { brand } = await this.rpc.call(brands.getShownBrand, { ownerId }, anonymous)
    if (!brand) return null
    const { logo } = await this.rpc.call(studioLogos.getStudioLogo, { ownerId }, anonymous)
    return { ...brand, logo }
  }
}

function ofHost(request: object): ShownBrand | undefined {
  const guest = guestOf(request)
  return guest && { name: guest.host, website: null, accent: null, logo: null }
}
