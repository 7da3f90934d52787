import { type Asked, library, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { FileSender } from '../../media/file-sender.ts'
import { presentSent } from '../../presenters/uploads.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { discard } from '../../upload/form/multipart.ts'
import { Uploads } from '../../upload/uploads.ts'
import { forGuests, ofGuest, UploadGuests } from './upload-guests.ts'

/** Files of guests, by the same stream as those of owners, and small pictures of what each sent herself. */
@Controller()
export class SendingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    private readonly guests: UploadGuests,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.sendFile)
  async send({ params }: Asked<typeof routes.sendFile>, _: Caller, @Req() request: Request) {
    const to = await this.destination(params.token, request).catch((error: unknown) => {
      // the client is still sending; it must be able to read the answer
      discard(request)
      throw error
    })
    return presentSent(await this.uploads.to(to, request).catch(forGuests), params.token)
  }

  @Serves(routes.getSendingFile)
  @Header('Cache-Control', 'no-store')
  async progress({ params }: Asked<typeof routes.getSendingFile>, _: Caller, @Req() request: Request) {
    const to = await this.destination(params.token, request)
    const { offset, existing } = await this.uploads.progressOf(to, params.key)
    return { offset: existing?.size ?? offset, file: existing && presentSent(existing, params.token) }
  }

  @Serves(routes.getSentPicture)
  async picture(
    { params }: Asked<typeof routes.getSentPicture>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const guest = await this.guests.named(params.token, request)
    const found = await this.rpc.call(library.locateSent, { ...ofGuest(guest), id: params.file }, guest.owner)
    await this.files.send(request, response, { found, how: 'inline' })
  }

  private async destination(address: string, request: Request) {
    const named = () => this.guests.named(address, request)
    return this.guests.destination(await named(), named)
  }
}
