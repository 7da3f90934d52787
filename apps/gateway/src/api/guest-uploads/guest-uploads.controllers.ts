import { anonymous, type RouteInput, errors, library, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { GatewayConfig } from '../../config.ts'
import { FileSender } from '../../media/file-sender.ts'
import { presentSentFile } from '../../presenters/uploads.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, grantCookieName } from '../../session/cookies.ts'
import { discardBody } from '../../uploads/form/multipart.ts'
import { Uploads } from '../../uploads/uploads.ts'
import { VisitorIdentities } from '../../visitors/visitors.ts'
import { PhotographerNames } from '../../custom-domains/studio-brands.ts'
import { hideQuotaError, toGuestIds, UploadGuests } from './upload-guests.ts'

/** The page of an upload link. Guests need no account and see nothing of the album (rule 149). */
@Controller()
export class GuestController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
    private readonly cookies: Cookies,
    private readonly visitors: VisitorIdentities,
    private readonly guests: UploadGuests,
    private readonly photographers: PhotographerNames,
  ) {}

  @Serves(routes.getUploadPage)
  @Header('Cache-Control', 'no-store')
  async getPage({ params }: RouteInput<typeof routes.getUploadPage>, _: Caller, @Req() request: Request) {
    const { title, greeting, approve, expiresAt, guest, ownerId } = await this.guests.open(params.token, request)
    return {
      title,
      greeting,
      approve,
      expires_at: expiresAt,
      name: guest?.name ?? null,
      photographer: await this.photographers.find(ownerId),
      max_file_bytes: this.config.uploadMaxBytes,
    }
  }

  @Serves(routes.unlockUploadPage)
  async unlock(
    { params, body: { password } }: RouteInput<typeof routes.unlockUploadPage>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { token } = await this.visitors.getProof(params.token, request)
    const unlockInput = { token, password, address: request.ip ?? '' }
    const { grant } = await this.rpc.call(sharing.unlockUploadLink, unlockInput, anonymous)
    response.append('Set-Cookie', this.cookies.formatSetCookie(grantCookieName(token), grant, 'browser session'))
    return successBody('The page is open.')
  }

  @Serves(routes.nameUploadGuest)
  async setName(
    { params, body: { name } }: RouteInput<typeof routes.nameUploadGuest>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { key: __, ...proof } = await this.visitors.getProof(params.token, request)
    const input = { ...proof, name, address: request.ip ?? '' }
    const { guest, key } = await this.rpc.call(sharing.nameUploadGuest, input, anonymous)
    this.visitors.setKey(proof.token, key, response)
    return { name: guest.name }
  }

  @Serves(routes.listSentFiles)
  @Header('Cache-Control', 'no-store')
  async listFiles({ params }: RouteInput<typeof routes.listSentFiles>, _: Caller, @Req() request: Request) {
    const guest = await this.guests.requireGuest(params.token, request)
    const { files } = await this.rpc.call(library.listSent, toGuestIds(guest), guest.owner)
    return { files: files.map(file => presentSentFile(file, params.token)) }
  }

  @Serves(routes.getSentFile)
  @Header('Cache-Control', 'no-store')
  async getFile({ params }: RouteInput<typeof routes.getSentFile>, _: Caller, @Req() request: Request) {
    const guest = await this.guests.requireGuest(params.token, request)
    const { files } = await this.rpc.call(library.listSent, toGuestIds(guest), guest.owner)
    const file = files.find(({ id }) => id === params.file.toLowerCase())
    if (!file) throw errors.RECEIVED_NOT_FOUND()
    return presentSentFile(file, params.token)
  }

  @Serves(routes.withdrawFile)
  async withdraw({ params }: RouteInput<typeof routes.withdrawFile>, _: Caller, @Req() request: Request) {
    const guest = await this.guests.requireGuest(params.token, request)
    await this.rpc.call(library.withdraw, { ...toGuestIds(guest), id: params.file }, guest.owner)
    return successBody('The photo was withdrawn.')
  }
}

/** Uploads of guests, and thumbnails of the photos that a guest has sent. */
@Controller()
export class GuestFilesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly uploads: Uploads,
    private readonly guests: UploadGuests,
    private readonly files: FileSender,
  ) {}

  @Serves(routes.sendFile)
  async send({ params }: RouteInput<typeof routes.sendFile>, _: Caller, @Req() request: Request) {
    const destination = await this.findDestination(params.token, request).catch((error: unknown) => {
      // Discards the rest of the body, so that the client can read the response.
      discardBody(request)
      throw error
    })
    return presentSentFile(await this.uploads.receiveAt(destination, request).catch(hideQuotaError), params.token)
  }

  @Serves(routes.getSendingFile)
  @Header('Cache-Control', 'no-store')
  async getProgress({ params }: RouteInput<typeof routes.getSendingFile>, _: Caller, @Req() request: Request) {
    const destination = await this.findDestination(params.token, request)
    const { offset, existing } = await this.uploads.getProgressOf(destination, params.key)
    return { offset: existing?.size ?? offset, file: existing && presentSentFile(existing, params.token) }
  }

  @Serves(routes.getSentPicture)
  async getPicture(
    { params }: RouteInput<typeof routes.getSentPicture>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const guest = await this.guests.requireGuest(params.token, request)
    const file = await this.rpc.call(library.locateSent, { ...toGuestIds(guest), id: params.file }, guest.owner)
    await this.files.send(request, response, { file, disposition: 'inline' })
  }

  private async findDestination(linkAddress: string, request: Request) {
    const requireGuest = () => this.guests.requireGuest(linkAddress, request)
    return this.guests.createDestination(await requireGuest(), requireGuest)
  }
}
