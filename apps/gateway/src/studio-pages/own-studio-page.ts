import { type Actor, type http, type StudioPage, studioPages } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import { Caches } from '../cache/caches.ts'
import { tag } from '../cache/event-tags.ts'

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
