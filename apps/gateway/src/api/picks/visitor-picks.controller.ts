import { anonymous, type Asked, errors, type OwnPickList, routes, sharing } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { presentOwnPicks } from '../../presenters/picks.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Cookies, picksCookie } from '../../session/cookies.ts'
import { Visits } from '../../visits.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const KEY = /^[0-9A-Za-z]{32}$/

/** The list of photos that a visitor picks. Whose it is says a cookie of the link; its key is in no address and no log. */
@Controller()
export class VisitorPicksController {
  private readonly rpc: RpcClient
  private readonly clock: Clock
  private readonly cookies: Cookies
  private readonly visits: Visits
  private readonly addresses: LinkAddresses

  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(rpc: RpcClient, clock: Clock, cookies: Cookies, visits: Visits, addresses: LinkAddresses) {
    this.rpc = rpc
    this.clock = clock
    this.cookies = cookies
    this.visits = visits
    this.addresses = addresses
  }

  @Serves(routes.getOwnPicks)
  @Header('Cache-Control', 'no-store')
  async own({ params, query }: Asked<typeof routes.getOwnPicks>, _: Caller, @Req() request: Request) {
    const since = query.since === undefined ? undefined : Number(query.since)
    const proof = await this.proof(params.token, request)
    const { list } = await this.rpc.call(sharing.getPicks, { ...proof, since }, anonymous)
    return this.present(list)
  }

  @Serves(routes.beginPicks)
  async begin(
    { params, body: { name, email } }: Asked<typeof routes.beginPicks>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { key: __, ...proof } = await this.proof(params.token, request)
    const who = { name, email: email ?? undefined, address: request.ip ?? '' }
    const { key, ...list } = await this.rpc.call(sharing.beginPicks, { ...proof, ...who }, anonymous)
    this.keep(proof.token, key, response)
    return this.present(list)
  }

  @Serves(routes.changePicks)
  async change(
    { params, body: { since, changes } }: Asked<typeof routes.changePicks>,
    _: Caller,
    @Req() request: Request,
  ) {
    const said = changes.map(({ image_id: photoId, choice, choice_at: choiceAt, note, note_at: noteAt }) => ({
      ...{ photoId, choice, choiceAt, note, noteAt },
    }))
    const proof = await this.owned(params.token, request)
    return this.present(await this.rpc.call(sharing.changePicks, { ...proof, since, changes: said }, anonymous))
  }

  @Serves(routes.sendPicks)
  async send({ params, body: { since } }: Asked<typeof routes.sendPicks>, _: Caller, @Req() request: Request) {
    const proof = await this.owned(params.token, request)
    return this.present(await this.rpc.call(sharing.sendPicks, { ...proof, since }, anonymous))
  }

  @Serves(routes.getPicksKey)
  @Header('Cache-Control', 'no-store')
  async key({ params }: Asked<typeof routes.getPicksKey>, _: Caller, @Req() request: Request) {
    const proof = await this.owned(params.token, request)
    const { list } = await this.rpc.call(sharing.getPicks, proof, anonymous)
    if (!list) throw errors.PICK_LIST_NOT_FOUND()
    return { key: proof.key }
  }

  @Serves(routes.openPicks)
  async open(
    { params, body: { key } }: Asked<typeof routes.openPicks>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const proof = await this.proof(params.token, request)
    const { list } = await this.rpc.call(sharing.getPicks, { ...proof, key }, anonymous)
    if (!list) throw errors.PICK_LIST_NOT_FOUND()
    this.keep(proof.token, key, response)
    return this.present(list)
  }

  @Serves(routes.leavePicks)
  async leave(
    { params }: Asked<typeof routes.leavePicks>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = await this.addresses.token(params.token, request)
    response.append('Set-Cookie', this.cookies.write(picksCookie(token), '', 'over'))
    return succeeded('This browser has no list any more.')
  }

  private async owned(address: string, request: Request) {
    const { key, ...proof } = await this.proof(address, request)
    if (key === undefined) throw errors.PICK_LIST_NOT_FOUND()
    return { ...proof, key }
  }
  private async proof(address: string, request: Request) {
    const token = await this.addresses.token(address, request)
    const key = this.cookies.read(request, picksCookie(token))
    return { ...this.visits.proofOf(token, request), key: key !== undefined && KEY.test(key) ? key : undefined }
  }

  private keep(token: string, key: string, response: Response): void {
    const cookie = this.cookies.write(picksCookie(token), key, { maxAgeSeconds: YEAR_SECONDS })
    response.append('Set-Cookie', cookie)
  }
  private present(list: OwnPickList | null) {
    return presentOwnPicks(list, this.clock.now())
  }
}
