import { type Asked, errors, library, routes, VARIANT_SIZES } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, succeeded } from '../../routing/serves.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentReceived } from '../../presenters/uploads.ts'
import type { Caller } from '../../session/caller.ts'

/** What waits for the owner's approval (rule 151). */
@Controller()
export class ReceivedController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.listReceived)
  @Header('Cache-Control', 'no-store')
  async list({ params: { id }, query }: Asked<typeof routes.listReceived>, { actor }: Caller) {
    const { guest_id: guestId, limit, offset } = query
    const asked = { albumId: id, guestId, limit, offset }
    const { guests, files, total, last } = await this.rpc.call(library.listReceived, asked, actor)
    const present = ({ id: guest, linkId, name, waiting }: (typeof guests)[number]) => ({
      ...{ id: guest, link_id: linkId, name, waiting_count: waiting },
    })
    return { guests: guests.map(present), images: files.map(presentReceived), last_id: last, total, limit, offset }
  }

  @Serves(routes.acceptReceived)
  async accept({ params: { id }, body }: Asked<typeof routes.acceptReceived>, { actor }: Caller) {
    const answer = await this.rpc.call(library.acceptReceived, decisionOf(id, body), actor)
    return {
      ...succeeded(answer.accepted === 1 ? 'The photo was added.' : `${answer.accepted} photos were added.`),
      ...answer,
    }
  }

  @Serves(routes.refuseReceived)
  async refuse({ params: { id }, body }: Asked<typeof routes.refuseReceived>, { actor }: Caller) {
    const answer = await this.rpc.call(library.refuseReceived, decisionOf(id, body), actor)
    return {
      ...succeeded(answer.refused === 1 ? 'The photo was declined.' : `${answer.refused} photos were declined.`),
      ...answer,
    }
  }

  @Serves(routes.getReceivedPicture)
  async picture(
    { params: { id, file } }: Asked<typeof routes.getReceivedPicture>,
    { actor }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const size = VARIANT_SIZES.find(known => `${known}.jpg` === file)
    if (!size) throw errors.RECEIVED_NOT_FOUND()
    const found = await this.rpc.call(library.locateReceived, { id, size }, actor)
    await this.files.send(request, response, { found, how: 'inline' })
  }
}

type Decision = Asked<typeof routes.acceptReceived>['body']
export const decisionOf = (albumId: string, body: Decision) => {
  const { image_ids: ids, guest_id: guestId, until_id: until } = body
  return { albumId, ids, guestId, until }
}
