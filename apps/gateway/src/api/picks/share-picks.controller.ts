import { type Asked, library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { paging } from '../../helpers/paging.ts'
import { succeeded } from '../../helpers/succeeded.ts'
import { sendBody } from '../../media/send-body.ts'
import { presentAlbumPicks, presentPickedImages, presentSharePicks } from '../../presenters/picks.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { PickExports } from './pick-exports.ts'

const MOST = 200

/** What the owner of a link sees of what its visitors picked. */
@Controller()
export class SharePicksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly exports: PickExports,
  ) {}

  @Serves(routes.getSharePicks)
  @Header('Cache-Control', 'no-store')
  async lists({ params }: Asked<typeof routes.getSharePicks>, { actor }: Caller) {
    return presentSharePicks(await this.rpc.call(sharing.listPicks, { linkId: params.id }, actor))
  }

  @Serves(routes.listPickedImages)
  @Header('Cache-Control', 'no-store')
  async images({ params, query }: Asked<typeof routes.listPickedImages>, { actor }: Caller) {
    const { limit, offset } = paging(query, MOST)
    const which = { linkId: params.id, listId: query.list_id, only: query.only ?? 'all' }
    const page = { ...which, limit: Math.min(limit, MOST), offset }
    return presentPickedImages(await this.rpc.call(sharing.listPickedPhotos, page, actor))
  }

  @Serves(routes.getAlbumPicks)
  @Header('Cache-Control', 'no-store')
  async ofAlbum({ params, query }: Asked<typeof routes.getAlbumPicks>, { actor }: Caller) {
    const asked = { albumId: params.id, by: query.by || undefined }
    const [picks] = await Promise.all([
      this.rpc.call(sharing.listAlbumPicks, asked, actor),
      // Sharing knows an album only once it is shared: library decides whether the caller has it.
      this.rpc.call(library.getAlbumVersion, { id: params.id }, actor),
    ])
    return presentAlbumPicks(picks)
  }

  @Serves(routes.exportPicks)
  async export(
    { params, query }: Asked<typeof routes.exportPicks>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { format, list_id: listId, only } = query
    await sendBody(request, response, await this.exports.body({ linkId: params.id, listId, only, format }, actor))
  }

  @Serves(routes.reopenPicks)
  async reopen({ params }: Asked<typeof routes.reopenPicks>, { actor }: Caller) {
    await this.rpc.call(sharing.reopenPicks, { linkId: params.id, listId: params.list }, actor)
    return succeeded('The list was reopened.')
  }

  @Serves(routes.removePicks)
  async remove({ params }: Asked<typeof routes.removePicks>, { actor }: Caller) {
    await this.rpc.call(sharing.removePicks, { linkId: params.id, listId: params.list }, actor)
    return succeeded('The list was removed.')
  }
}
