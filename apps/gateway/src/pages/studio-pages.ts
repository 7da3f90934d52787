import {
  type Actor,
  anonymous,
  type http,
  type OpenedStudioPage,
  type StudioPage,
  studioPages,
} from '@daymark/contracts'
import { ConcurrencyLimiter, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import type { z } from 'zod'
import { PhotographerNames, StudioBrands } from '../custom-domains/studio-brands.ts'
import { Uncacheable } from '../cache/cache.ts'
import { Caches } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'
import { JsonBody } from '../cache/json-body.ts'
import { customDomainOf, CustomDomains, PublicUrls } from '../custom-domains/custom-domains.ts'
import { presentPublicStudioPage } from '../presenters/share.ts'

/** Public pages that list the galleries of a studio. */
@Injectable()
export class PublicStudioPages {
  private readonly limiter = new ConcurrencyLimiter(4, 500)

  // oxlint-disable-next-line max-params -- injected dependencies
  constructor(
    private readonly rpc: RpcClient,
    private readonly domains: CustomDomains,
    private readonly urls: PublicUrls,
    private readonly brands: StudioBrands,
    private readonly photographers: PhotographerNames,
    private readonly caches: Caches,
  ) {}

  /** Finds a page by its name, or on a custom domain the page of its owner. Throws STUDIO_PAGE_NOT_FOUND. */
  find(name: string, request: Pick<Request, 'ip'>): Promise<OpenedStudioPage> {
    const { ip = '' } = request
    const ownerId = customDomainOf(request)?.ownerId
    const selector = ownerId ? { ownerId } : { name: name.toLowerCase() }
    const load = () => this.rpc.call(studioPages.openStudioPage, { of: selector, address: ip }, anonymous)
    // The key contains the IP address, because the sharing service limits guesses per IP address: a blocked address must not receive the
    // cached result of another one.
    const key = ownerId ?? `${ip} ${name.toLowerCase()}`
    return this.caches.studioPages.get(key, () => this.limiter.run(networkOf(ip), load))
  }

  async bodyOf(page: OpenedStudioPage): Promise<JsonBody> {
    const { ownerId, version } = page
    // The title can change without a new version of the page, so the cache key includes the title.
    const title = await this.titleOf(page)
    const load = async () => {
      const galleryList = await this.rpc.call(studioPages.listGalleries, { ownerId }, anonymous)
      const body = new JsonBody(presentPublicStudioPage({ ...page, title }, galleryList.galleries))
      // If the galleries are of another version than the page, the body is not cached: the version in the key can become current again with
      // its own galleries, for example when a link is restored.
      return galleryList.version === version ? body : new Uncacheable(body)
    }
    return this.caches.studioPageBodies.get(JSON.stringify([ownerId, version, title]), load)
  }

  async titleOf({ ownerId, title }: Pick<OpenedStudioPage, 'ownerId' | 'title'>): Promise<string> {
    return title || this.defaultTitleOf(ownerId)
  }

  /** The title of a page without its own: the name of the studio brand, else of the photographer, else 'Galleries'. */
  async defaultTitleOf(ownerId: string): Promise<string> {
    const [brand, name] = await Promise.all([
      this.brands.find(ownerId).catch(() => null),
      this.photographers.find(ownerId),
    ])
    return brand?.name ?? name ?? 'Galleries'
  }

  /**
   * The public URL of a page: the custom domain of its owner, else a URL with the name of the page. Null if the owner has no custom domain
   * and the page has no name.
   */
  async urlOf({ ownerId, name }: Pick<OpenedStudioPage, 'ownerId' | 'name'>, request: Request) {
    const host = await this.domains.findHostOfOwner(ownerId).catch(() => null)
    if (host !== null) return `${await this.urls.forOwner(ownerId, request)}/`
    return name === null ? null : `${this.urls.forRequest(request)}/studio/${name}`
  }
}

type StudioPageChanges = z.infer<typeof http.studioPageBody>

/** Lets an owner read and change their studio page, in /api and /v1. */
@Injectable()
export class OwnStudioPage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  get(actor: Actor): Promise<StudioPage> {
    return this.rpc.call(studioPages.getStudioPage, {}, actor)
  }

  /** Invalidates the caches of this gateway immediately. Other gateways do so when they receive the event of this change. */
  async update(
    { allow_indexing: allowIndexing, share_ids: linkIds, ...changes }: StudioPageChanges,
    actor: Actor,
  ): Promise<StudioPage> {
    const page = await this.rpc.call(studioPages.updateStudioPage, { ...changes, allowIndexing, linkIds }, actor)
    this.caches.invalidate([tag.studioPage(actor.userId)])
    return page
  }
}
