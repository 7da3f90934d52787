import {
  type Actor,
  anonymous,
  type http,
  type OpenedStudioPage,
  type StudioPage,
  studioPages,
} from '@daymark/contracts'
import { Gate, networkOf, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import type { z } from 'zod'
import { Photographers } from '../api/sharing/photographer-names.ts'
import { Uncacheable } from '../cache/cache.ts'
import { Caches } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'
import { JsonBody } from '../cache/json-body.ts'
import { CustomHosts, guestOf } from '../custom-domains/custom-domains.ts'
import { Site } from '../custom-domains/public-urls.ts'
import { ShownBrands } from '../custom-domains/studio-brands.ts'
import { presentShownPage } from '../presenters/share.ts'

/** Calls at once, and how many more wait; networks take turns. */
const ASKING = { width: 4, waiting: 500 }

type Asking = Pick<Request, 'ip'>

/** Public pages that list the galleries of a studio. */
@Injectable()
export class StudioPages {
  private readonly gate = new Gate(ASKING.width, ASKING.waiting)

  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly hosts: CustomHosts,
    private readonly site: Site,
    private readonly brands: ShownBrands,
    private readonly photographers: Photographers,
    private readonly caches: Caches,
  ) {}

  /** On a custom domain that of its owner, whatever was asked for. STUDIO_PAGE_NOT_FOUND. */
  find(name: string, request: Asking): Promise<OpenedStudioPage> {
    const { ip = '' } = request
    const ownerId = guestOf(request)?.ownerId
    const of = ownerId ? { ownerId } : { name: name.toLowerCase() }
    const load = () => this.rpc.call(studioPages.openStudioPage, { of, address: ip }, anonymous)
    // By address: sharing limits the guesses of each, and one that is refused must not receive the answer of another.
    const key = ownerId ?? `${ip} ${name.toLowerCase()}`
    return this.caches.studioPages.get(key, () => this.gate.pass(networkOf(ip), load))
  }

  async answer(page: OpenedStudioPage): Promise<JsonBody> {
    const { ownerId, version } = page
    // No version of the page covers the title, so the title is part of the key.
    const title = await this.titleOf(page)
    const load = async () => {
      const listed = await this.rpc.call(studioPages.listGalleries, { ownerId }, anonymous)
      const body = new JsonBody(presentShownPage({ ...page, title }, listed.galleries))
      // It changed in between. A version may come back, such as with a link that is restored from the trash.
      return listed.version === version ? body : new Uncacheable(body)
    }
    return this.caches.studioPageBodies.get(JSON.stringify([ownerId, version, title]), load)
  }

  async titleOf({ ownerId, title }: Pick<OpenedStudioPage, 'ownerId' | 'title'>): Promise<string> {
    return title || this.usualTitle(ownerId)
  }

  /** The studio's name where it is shown, else that of the photographer. */
  async usualTitle(ownerId: string): Promise<string> {
    const [brand, name] = await Promise.all([this.brands.of(ownerId).catch(() => null), this.photographers.of(ownerId)])
    return brand?.name ?? name ?? 'Galleries'
  }

  /** Where it is for everybody: the root of its owner's domain, else by its name; null: nowhere yet. */
  async address({ ownerId, name }: Pick<OpenedStudioPage, 'ownerId' | 'name'>, request: Request) {
    const host = await this.hosts.ofOwner(ownerId).catch(() => null)
    if (host !== null) return `${await this.site.ofOwner(ownerId, request)}/`
    return name === null ? null : `${this.site.of(request)}/studio/${name}`
  }
}

type Patch = z.infer<typeof http.studioPageBody>

/** What an owner does with her page, whichever interface it comes through. */
@Injectable()
export class OwnStudioPage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  get(actor: Actor): Promise<StudioPage> {
    return this.rpc.call(studioPages.getStudioPage, {}, actor)
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  async update(
    { allow_indexing: allowIndexing, share_ids: linkIds, ...said }: Patch,
    actor: Actor,
  ): Promise<StudioPage> {
    const page = await this.rpc.call(studioPages.updateStudioPage, { ...said, allowIndexing, linkIds }, actor)
    this.caches.invalidate([tag.studioPage(actor.userId)])
    return page
  }
}
