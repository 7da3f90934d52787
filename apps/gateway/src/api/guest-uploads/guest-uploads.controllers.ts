import { anonymous, type Asked, errors, library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { GatewayConfig } from '../../config.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentSent } from '../../presenters/uploads.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookie } from '../../session/cookies.ts'
import { discard } from '../../uploads/form/multipart.ts'
import { Uploads } from '../../uploads/uploads.ts'
import { NamedVisitors } from '../../visitors/named-visitors.ts'
import { Photographers } from '../sharing/photographer-names.ts'
import { forGuests, ofGuest, UploadGuests } from './upload-guests.ts'

/** The guest's side of an upload link: no sign-in, and nothing of the album (rule 149). */
@Controller()
export class GuestController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
    private readonly cookies: Cookies,
    private readonly visitors: NamedVisitors,
    private readonly guests: UploadGuests,
    private readonly photographers: Photographers,
  ) {}

  @Serves(routes.getUploadPage)
  @Header('Cache-Control', 'no-store')
  async page({ params }: Asked<typeof routes.getUploadPage>, _: Caller, @Req() request: Request) {
    const { title, greeting, approve, expiresAt, guest, ownerId } = await this.guests.open(params.token, request)
    return {
      ...{ title, greeting, approve, expires_at: expiresAt, name: guest?.name ?? null },
      photographer: await this.photographers.of(ownerId),
      max_file_bytes: this.config.uploadMaxBytes,
    }
  }

  @Serves(routes.unlockUploadPage)
  async unlock(
    { params, body: { password } }: Asked<typeof routes.unlockUploadPage>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { token } = await this.visitors.proof(params.token, request)
    const guess = { token, password, address: request.ip ?? '' }
    const { grant } = await this.rpc.call(sharing.unlockUploadLink, guess, anonymous)
    response.append('Set-Cookie', this.cookies.write(grantCookie(token), grant, 'browser session'))
    return succeeded('The page is open.')
  }

  @Serves(routes.nameUploadGuest)
  async name(
    { params, body: { name } }: Asked<typeof routes.nameUploadGuest>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { key: __, ...proof } = await this.visitors.proof(params.token, request)
    const asked = { ...proof, name, address: request.ip ?? '' }
    const { guest, key } = await this.rpc.call(sharing.nameUploadGuest, asked, anonymous)
    this.visitors.keep(proof.token, key, response)
    return { name: guest.name }
  }

  @Serves(routes.listSentFiles)
  @Header('Cache-Control', 'no-store')
  async sent({ params }: Asked<typeof routes.listSentFiles>, _: Caller, @Req() request: Request) {
    const guest = await this.guests.named(params.token, request)
    const { files } = await this.rpc.call(library.listSent, ofGuest(guest), guest.owner)
    return { files: files.map(file => presentSent(file, params.token)) }
  }

  @Serves(routes.getSentFile)
  @Header('Cache-Control', 'no-store')
  async sentFile({ params }: Asked<typeof routes.getSentFile>, _: Caller, @Req() request: Request) {
    const guest = await this.guests.named(params.token, request)
    const { files } = await this.rpc.call(library.listSent, ofGuest(guest), guest.owner)
    const found = files.find(({ id }) => id === params.file.toLowerCase())
    if (!found) throw errors.RECEIVED_NOT_FOUND()
    return presentSent(found, params.token)
  }

  @Serves(routes.withdrawFile)
  async withdraw({ params }: Asked<typeof routes.withdrawFile>, _: Caller, @Req() request: Request) {
    const guest = await this.guests.named(params.token, request)
    await this.rpc.call(library.withdraw, { ...ofGuest(guest), id: params.file }, guest.owner)
    return succeeded('The photo was withdrawn.')
  }
}

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
