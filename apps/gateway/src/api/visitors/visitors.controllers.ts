import { anonymous, type Asked, errors, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { ShownBrands } from '../../custom-domains/studio-brands.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { NamedVisitors } from '../../visitors/named-visitors.ts'
import { MailFacts } from '../mail-facts.ts'

/** A visitor who said her name goes on with her list and her comments on another device, or leaves this one. */
@Controller()
export class VisitorController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visitors: NamedVisitors,
    private readonly mail: MailFacts,
  ) {}

  @Serves(routes.getVisitorKey)
  @Header('Cache-Control', 'no-store')
  async key({ params }: Asked<typeof routes.getVisitorKey>, _: Caller, @Req() request: Request) {
    const { key = '', ...proof } = await this.visitors.proof(params.token, request)
    await this.known(proof, key)
    return { key, mail: await this.mail.isSetUp() }
  }

  @Serves(routes.mailVisitorLink)
  async mailLink(
    { params, body: { email, keep } }: Asked<typeof routes.mailVisitorLink>,
    _: Caller,
    @Req() request: Request,
  ) {
    const { key, ...proof } = await this.visitors.proof(params.token, request)
    if (key === undefined) throw errors.VISITOR_UNKNOWN()
    await this.mail.assertSetUp()
    const asked = { ...proof, key, email, keep, address: request.ip ?? '' }
    await this.rpc.call(sharing.mailPersonalLink, asked, anonymous)
    return succeeded('Your link has been sent.')
  }

  @Serves(routes.openVisitor)
  async open(
    { params, body: { key } }: Asked<typeof routes.openVisitor>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { key: __, ...proof } = await this.visitors.proof(params.token, request)
    const visitor = await this.known(proof, key)
    this.visitors.keep(proof.token, key, response)
    return visitor
  }

  @Serves(routes.leaveVisitor)
  async leave(
    { params }: Asked<typeof routes.leaveVisitor>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.visitors.forget(params.token, request, response)
    return succeeded('This browser no longer has a visitor name.')
  }

  private async known(proof: { token: string; grant?: string | undefined }, key: string) {
    const { visitor } = await this.rpc.call(sharing.findVisitor, { ...proof, key }, anonymous)
    if (!visitor) throw errors.VISITOR_UNKNOWN()
    return visitor
  }
}

/** The links of mails to visitors as they come back: also on the domain of a photographer, and whoever is signed in. */
@Controller()
export class VisitorMailsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly brands: ShownBrands,
  ) {}

  @Serves(routes.getVisitorMails)
  @Header('Cache-Control', 'no-store')
  async get({ query: { token } }: Asked<typeof routes.getVisitorMails>) {
    const { ownerId, gallery, off } = await this.rpc.call(sharing.getVisitorMails, { token }, anonymous)
    const brand = await this.brands.of(ownerId)
    return { gallery, studio: brand?.name ?? null, off }
  }

  @Serves(routes.stopVisitorMails)
  async stop({ query: { token, all } }: Asked<typeof routes.stopVisitorMails>) {
    await this.rpc.call(sharing.stopVisitorMails, { token, all: all === 'true' }, anonymous)
    return succeeded('You will no longer receive these emails.')
  }

  @Serves(routes.openVisitorMails)
  open({ query: { token } }: Asked<typeof routes.openVisitorMails>, _: unknown, @Res() response: Response) {
    response.redirect(303, `/share/~mails#${encodeURIComponent(token)}`)
  }
}
