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
import { presentShownPage } from '../presenters/share.ts'

/** Concurrent calls, and how many more may wait. Networks take turns. */
const CALLS = { width: 4, waiting: 500 }

/** Public pages that list the galleries of a studio. */
@Injectable()
export class StudioPages {
  private readonly gate = new ConcurrencyLimiter(CALLS.width, CALLS.waiting)

  // oxlint-disable-next-line max-params -- injected dependencies
  constructor(
    private readonly rpc: RpcClient,
    private readonly domains: CustomDomains,
    private readonly urls: PublicUrls,
    private readonly brands: StudioBrands,
    private readonly photographers: PhotographerNames,
    private readonly caches: Caches,
  ) {}

  /** On a custom domain the page of its owner, regardless of the name. STUDIO_PAGE_NOT_FOUND. */
  find(name: string, request: Pick<Request, 'ip'>): Promise<OpenedStudioPage> {
    const { ip = '' } = request
    const ownerId = customDomainOf(request)?.ownerId
    const of = ownerId ? { ownerId } : { name: name.toLowerCase() }
    const load = () => this.rpc.call(studioPages.openStudioPage, { of, address: ip }, anonymous)
    // The key contains the IP address: sharing limits guesses per address, and a blocked one must not receive a cached result.
    const key = ownerId ?? `${ip} ${name.toLowerCase()}`
    return this.caches.studioPages.get(key, () => this.gate.run(networkOf(ip), load))
  }

  async body(page: OpenedStudioPage): Promise<JsonBody> {
    const { ownerId, version } = page
    // No version of the page covers the title, so the title is part of the key.
    const title = await this.titleOf(page)
    const load = async () => {
      const listed = await this.rpc.call(studioPages.listGalleries, { ownerId }, anonymous)
      const body = new JsonBody(presentShownPage({ ...page, title }, listed.galleries))
      // Not cached if the page changed in between, because an earlier version can return, such as with a restored link.
      return listed.version === version ? body : new Uncacheable(body)
    }
    return this.caches.studioPageBodies.get(JSON.stringify([ownerId, version, title]), load)
  }

  async titleOf({ ownerId, title }: Pick<OpenedStudioPage, 'ownerId' | 'title'>): Promise<string> {
    return title || this.usualTitle(ownerId)
  }

  /** The name of the studio brand, else of the photographer. */
  async usualTitle(ownerId: string): Promise<string> {
    const [brand, name] = await Promise.all([this.brands.of(ownerId).catch(() => null), this.photographers.of(ownerId)])
    return brand?.name ?? name ?? 'Galleries'
  }

  /** The public URL: the custom domain of the owner, else a URL with the name of the page. Null if it has neither. */
  async url({ ownerId, name }: Pick<OpenedStudioPage, 'ownerId' | 'name'>, request: Request) {
    const host = await this.domains.ofOwner(ownerId).catch(() => null)
    if (host !== null) return `${await this.urls.forOwner(ownerId, request)}/`
    return name === null ? null : `${this.urls.forRequest(request)}/studio/${name}`
  }
}

type Patch = z.infer<typeof http.studioPageBody>

/** The owner's access to their studio page, for both APIs. */
@Injectable()
export class OwnStudioPage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  get(actor: Actor): Promise<StudioPage> {
    return this.rpc.call(studioPages.getStudioPage, {}, actor)
  }

  /** Takes effect here immediately; the event invalidates the caches of other gateways. */
  async update(
    { allow_indexing: allowIndexing, share_ids: linkIds, ...changes }: Patch,
    actor: Actor,
  ): Promise<StudioPage> {
    const page = await this.rpc.call(studioPages.updateStudioPage, { ...changes, allowIndexing, linkIds }, actor)
    this.caches.invalidate([tag.studioPage(actor.userId)])
    return page
  }
}
