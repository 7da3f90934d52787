import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { presentNews } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { NamedVisitors } from '../../visitors/named-visitors.ts'
import { SeenCookies } from '../../visitors/seen-cookies.ts'

/** What is new in a gallery to a visitor who was here before. */
@Controller()
export class NewsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visitors: NamedVisitors,
    private readonly seen: SeenCookies,
  ) {}

  @Serves(routes.getGalleryNews)
  @Header('Cache-Control', 'no-store')
  news(
    { params }: Asked<typeof routes.getGalleryNews>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.answer(params.token, undefined, request, response)
  }

  @Serves(routes.markNewsSeen)
  @Header('Cache-Control', 'no-store')
  markSeen(
    { params, body: { mark } }: Asked<typeof routes.markNewsSeen>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.answer(params.token, Number(mark), request, response)
  }

  private async answer(address: string, seenUpTo: number | undefined, request: Request, response: Response) {
    const proof = await this.visitors.proof(address, request)
    const asked = { ...proof, seen: this.seen.read(proof.token, request), seenUpTo }
    const { seen, ...news } = await this.rpc.call(sharing.getNews, asked, anonymous)
    this.seen.keep(proof.token, seen, response)
    return presentNews(news)
  }
}
