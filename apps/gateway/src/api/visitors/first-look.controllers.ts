import { anonymous, type RouteInput, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { PublicUrls } from '../../custom-domains/custom-domains.ts'
import { completionMessage, presentShare, presentShareFirstLook } from '../../presenters/share.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkResolver } from '../../visitors/link-resolver.ts'
import { Visits } from '../../visitors/visitors.ts'
import { MailAvailability } from '../installation.controllers.ts'
import { ShareLinks } from '../sharing/share-links.ts'

/** Lets the owner of an incomplete gallery (first look) list and remove its subscribers, and complete the gallery. */
@Controller()
export class ShareFirstLookController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly mail: MailAvailability,
    private readonly links: ShareLinks,
    private readonly urls: PublicUrls,
  ) {}

  @Serves(routes.getShareFirstLook)
  @Header('Cache-Control', 'no-store')
  async get({ params: { id: linkId } }: RouteInput<typeof routes.getShareFirstLook>, { actor }: Caller) {
    const [{ waiting }, isByMail] = await Promise.all([
      this.rpc.call(sharing.listSubscribers, { linkId }, actor),
      this.mail.isSetUp(),
    ])
    return presentShareFirstLook(waiting, isByMail)
  }

  @Serves(routes.removeSubscriber)
  async remove({ params }: RouteInput<typeof routes.removeSubscriber>, { actor }: Caller) {
    await this.rpc.call(sharing.removeSubscriber, { linkId: params.id, subscriberId: params.waiting }, actor)
    return successBody('The address was removed.')
  }

  @Serves(routes.completeShare)
  async complete({ params }: RouteInput<typeof routes.completeShare>, { actor }: Caller, @Req() request: Request) {
    const { link, notified } = await this.links.complete(params.id, actor)
    const share = presentShare(link, await this.urls.forOwner(actor.userId, request))
    return { ...successBody(completionMessage(notified)), share, notified }
  }
}

/** Lets a visitor of an incomplete gallery subscribe by email to its completion. The email address does not make them a named visitor. */
@Controller()
export class VisitorFirstLookController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly visits: Visits,
    private readonly linkResolver: LinkResolver,
    private readonly mail: MailAvailability,
  ) {}

  @Serves(routes.getGalleryFirstLook)
  @Header('Cache-Control', 'no-store')
  async get({ params }: RouteInput<typeof routes.getGalleryFirstLook>, _: Caller, @Req() request: Request) {
    await this.rpc.call(sharing.getFirstLook, await this.getProof(params.token, request), anonymous)
    return { by_mail: await this.mail.isSetUp() }
  }

  @Serves(routes.subscribeToCompletion)
  async subscribe(
    { params, body: { email } }: RouteInput<typeof routes.subscribeToCompletion>,
    _: Caller,
    @Req() request: Request,
  ) {
    const proof = await this.getProof(params.token, request)
    // Checks the visitor's access before the email settings.
    await this.rpc.call(sharing.getFirstLook, proof, anonymous)
    await this.mail.assertSetUp()
    await this.rpc.call(sharing.subscribeToCompletion, { ...proof, email, address: request.ip ?? '' }, anonymous)
    return successBody('You will receive one email when the gallery is complete.')
  }

  private async getProof(linkAddress: string, request: Request) {
    return this.visits.proofOf(await this.linkResolver.resolveToken(linkAddress, request), request)
  }
}
