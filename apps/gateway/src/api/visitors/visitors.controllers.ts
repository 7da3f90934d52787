import { anonymous, type RouteInput, errors, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { StudioBrands } from '../../custom-domains/studio-brands.ts'
import { presentNews } from '../../presenters/share.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { VisitorIdentities, SeenCookies } from '../../visitors/visitors.ts'
import { MailAvailability } from '../installation.controllers.ts'

/**
 * Lets a named visitor continue on another device, stop emails, and see which photos were added since their last visit. Links in emails
 * work on custom domains, and with or without a session.
 */
@Controller()
export class VisitorController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visitors: VisitorIdentities,
    private readonly mail: MailAvailability,
    private readonly brands: StudioBrands,
    private readonly seenCookies: SeenCookies,
  ) {}

  @Serves(routes.getVisitorKey)
  @Header('Cache-Control', 'no-store')
  async getKey({ params }: RouteInput<typeof routes.getVisitorKey>, _: Caller, @Req() request: Request) {
    const { key = '', ...proof } = await this.visitors.getProof(params.token, request)
    await this.requireVisitor(proof, key)
    return { key, mail: await this.mail.isSetUp() }
  }

  @Serves(routes.mailVisitorLink)
  async mailLink(
    { params, body: { email, keep } }: RouteInput<typeof routes.mailVisitorLink>,
    _: Caller,
    @Req() request: Request,
  ) {
    const { key, ...proof } = await this.visitors.getProof(params.token, request)
    if (key === undefined) throw errors.VISITOR_UNKNOWN()
    await this.mail.assertSetUp()
    const input = { ...proof, key, email, keep, address: request.ip ?? '' }
    await this.rpc.call(sharing.mailPersonalLink, input, anonymous)
    return successBody('Your link has been sent.')
  }

  @Serves(routes.openVisitor)
  async openVisitor(
    { params, body: { key } }: RouteInput<typeof routes.openVisitor>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { key: __, ...proof } = await this.visitors.getProof(params.token, request)
    const visitor = await this.requireVisitor(proof, key)
    this.visitors.setKey(proof.token, key, response)
    return visitor
  }

  @Serves(routes.leaveVisitor)
  async leaveVisitor(
    { params }: RouteInput<typeof routes.leaveVisitor>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.visitors.removeKey(params.token, request, response)
    return successBody('This browser no longer has a visitor name.')
  }

  @Serves(routes.getVisitorMails)
  @Header('Cache-Control', 'no-store')
  async getMails({ query: { token } }: RouteInput<typeof routes.getVisitorMails>) {
    const { ownerId, gallery, off } = await this.rpc.call(sharing.getVisitorMails, { token }, anonymous)
    const brand = await this.brands.find(ownerId)
    return { gallery, studio: brand?.name ?? null, off }
  }

  @Serves(routes.stopVisitorMails)
  async stopMails({ query: { token, all } }: RouteInput<typeof routes.stopVisitorMails>) {
    await this.rpc.call(sharing.stopVisitorMails, { token, all: all === 'true' }, anonymous)
    return successBody('You will no longer receive these emails.')
  }

  @Serves(routes.openVisitorMails)
  openMails({ query: { token } }: RouteInput<typeof routes.openVisitorMails>, _: unknown, @Res() response: Response) {
    response.redirect(303, `/share/~mails#${encodeURIComponent(token)}`)
  }

  @Serves(routes.getGalleryNews)
  @Header('Cache-Control', 'no-store')
  getNews(
    { params }: RouteInput<typeof routes.getGalleryNews>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.loadNews(params.token, undefined, request, response)
  }

  @Serves(routes.markNewsSeen)
  @Header('Cache-Control', 'no-store')
  markSeen(
    { params, body: { mark } }: RouteInput<typeof routes.markNewsSeen>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.loadNews(params.token, Number(mark), request, response)
  }

  private async requireVisitor(proof: { token: string; grant?: string | undefined }, key: string) {
    const { visitor } = await this.rpc.call(sharing.findVisitor, { ...proof, key }, anonymous)
    if (!visitor) throw errors.VISITOR_UNKNOWN()
    return visitor
  }

  private async loadNews(linkAddress: string, seenUpTo: number | undefined, request: Request, response: Response) {
    const proof = await this.visitors.getProof(linkAddress, request)
    const input = { ...proof, seen: this.seenCookies.read(proof.token, request), seenUpTo }
    const { seen, ...news } = await this.rpc.call(sharing.getNews, input, anonymous)
    this.seenCookies.write(proof.token, seen, response)
    return presentNews(news)
  }
}
