import { anonymous, brands, identity, studioLogos } from '@daymark/contracts'
import { tryWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Caches, type StudioBrand } from '../cache/caches.ts'
import { OPTIONAL_TIMEOUT_MS } from '../config.ts'
import { customDomainOf } from './custom-domains.ts'

/**
 * The brand that visitors of a studio see instead of Daymark's. The sharing service stores its name and colors; the media service stores
 * its logo.
 */
@Injectable()
export class StudioBrands {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Null if the studio shows Daymark's brand. */
  async find(ownerId: string): Promise<StudioBrand | null> {
    const load = async () => ({ ownerId, brand: await this.load(ownerId) })
    return (await this.caches.brands.get(ownerId, load)).brand
  }

  /**
   * The brand for the head of a page, which does not wait for slow services. If the brand is not loaded in time, it is the last known one,
   * else the name of the custom domain; undefined if there is neither.
   */
  async forPage(owner: string | Promise<string>, request: object) {
    let lastKnown: StudioBrand | null | undefined
    const load = async () => {
      const ownerId = await owner
      lastKnown = this.caches.brands.lastValue(ownerId)?.brand
      return this.find(ownerId)
    }
    const brand = await tryWithin(load(), OPTIONAL_TIMEOUT_MS)
    return brand === undefined ? (lastKnown ?? brandOfDomain(request)) : brand
  }

  private async load(ownerId: string): Promise<StudioBrand | null> {
    const { brand } = await this.rpc.call(brands.getPublicBrand, { ownerId }, anonymous)
    if (!brand) return null
    const { logo } = await this.rpc.call(studioLogos.getStudioLogo, { ownerId }, anonymous)
    return { ...brand, logo }
  }
}

function brandOfDomain(request: object): StudioBrand | undefined {
  const domain = customDomainOf(request)
  return domain && { name: domain.host, website: null, accent: null, logo: null }
}

type PhotographerName = { displayName: string | null }

/** Names of photographers in galleries. While the identity service is unavailable, a gallery shows the last known name, or none. */
@Injectable()
export class PhotographerNames {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  /** Null if the owner has no name, or if the identity service is unavailable and no name is cached. */
  async find(ownerId: string): Promise<string | null> {
    const { photographerNames, photographerNameAttempts } = this.caches
    const cachedName =
      photographerNames.peek(ownerId) ?? (await photographerNameAttempts.get(ownerId, () => this.load(ownerId)))
    return cachedName.displayName
  }

  private async load(userId: string): Promise<PhotographerName> {
    const { photographerNames } = this.caches
    const load = () => this.rpc.call(identity.getDisplayName, { userId }, anonymous)
    const loadedName = await tryWithin(photographerNames.get(userId, load), OPTIONAL_TIMEOUT_MS)
    return loadedName ?? photographerNames.lastValue(userId) ?? { displayName: null }
  }
}
