import { type RouteInput, billing, entitlementOf, library, sharing, v1 } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LibraryResponses, V1Presenter } from './responses.ts'
import { presentTag } from './presenters.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'

@Controller()
export class V1LibraryController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly responses: LibraryResponses,
    private readonly presenter: V1Presenter,
    private readonly clock: Clock,
  ) {}

  @Serves(v1.getStats)
  async getStats(_: unknown, { actor }: Caller, @Req() request: Request, @Res() response: Response) {
    const [subscription, totals, links] = await Promise.all([
      this.rpc.call(billing.getSubscription, {}, actor),
      this.rpc.call(library.getAnalytics, {}, actor),
      this.rpc.call(sharing.countLinks, { countsOnly: true }, actor),
    ])
    const { storageLimit: limit } = entitlementOf(subscription, this.clock.now())
    return this.responses.send(
      { request, response },
      {
        images: totals.totalPhotos,
        albums: totals.totalAlbums,
        shares: links.active,
        tags: totals.totalTags,
        storage: { used: totals.totalStorage, limit },
      },
    )
  }

  @Serves(v1.listTags)
  async listTags(
    { query }: RouteInput<typeof v1.listTags>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.responses.sendCached({ request, response, actor }, ['tags', query], async knownVersion => {
      const { tags, total, version } = await this.rpc.call(library.listTagPage, { ...query, knownVersion }, actor)
      return { version, createContent: () => ({ tags: tags.map(presentTag), total, ...query }) }
    })
  }

  @Serves(v1.search)
  async search(
    { query: { q, type, limit, offset } }: RouteInput<typeof v1.search>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const searchResult = await this.rpc.call(library.searchTitles, { q, type, limit, offset }, actor)
    const albums = await this.presenter.toAlbums(searchResult.albums, { request, actor })
    const images = searchResult.photos.map(photo => this.presenter.toImage(photo, request))
    return this.responses.send(
      { request, response },
      { query: q, type, images, albums, total: searchResult.total, limit, offset },
    )
  }
}
