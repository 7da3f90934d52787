import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { Site } from '../../custom-domains/public-urls.ts'
import { completedWords, presentShare, presentShareFirstLook } from '../../presenters/share.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { LinkAddresses } from '../../visitors/link-resolver.ts'
import { Visits } from '../../visitors/visits.ts'
import { MailFacts } from '../mail-facts.ts'
import { OwnLinks } from '../sharing/share-links.ts'

/** Who waits until a gallery is complete, for its owner, who says when it is. */
@Controller()
export class ShareFirstLookController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly mail: MailFacts,
    private readonly links: OwnLinks,
    private readonly site: Site,
  ) {}

  @Serves(routes.getShareFirstLook)
  @Header('Cache-Control', 'no-store')
  async get({ params: { id: linkId } }: Asked<typeof routes.getShareFirstLook>, { actor }: Caller) {
    const [{ waiting }, isByMail] = await Promise.all([
      this.rpc.call(sharing.listSubscribers, { linkId }, actor),
      this.mail.isSetUp(),
    ])
    return presentShareFirstLook(waiting, isByMail)
  }

  @Serves(routes.removeSubscriber)
  async remove({ params }: Asked<typeof routes.removeSubscriber>, { actor }: Caller) {
    await this.rpc.call(sharing.removeSubscriber, { linkId: params.id, subscriberId: params.waiting }, actor)
    return succeeded('The address was removed.')
  }

  @Serves(routes.completeShare)
  async complete({ params }: Asked<typeof routes.completeShare>, { actor }: Caller, @Req() request: Request) {
    const { link, notified } = await this.links.complete(params.id, actor)
    const share = presentShare(link, await this.site.ofOwner(actor.userId, request))
    return { ...succeeded(completedWords(notified)), share, notified }
  }
}

/** A visitor of a gallery of which more is coming leaves an address, and is nobody else by that. */
@Controller()
export class VisitorFirstLookController {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly visits: Visits,
    private readonly addresses: LinkAddresses,
    private readonly mail: MailFacts,
  ) {}

  @Serves(routes.getGalleryFirstLook)
  @Header('Cache-Control', 'no-store')
  async get({ params }: Asked<typeof routes.getGalleryFirstLook>, _: Caller, @Req() request: Request) {
    await this.rpc.call(sharing.getFirstLook, await this.proof(params.token, request), anonymous)
    return { by_mail: await this.mail.isSetUp() }
  }

  @Serves(routes.subscribeToCompletion)
  async await(
    { params, body: { email } }: Asked<typeof routes.subscribeToCompletion>,
    _: Caller,
    @Req() request: Request,
  ) {
    const proof = await this.proof(params.token, request)
    // who may not come in learns that first
    await this.rpc.call(sharing.getFirstLook, proof, anonymous)
    await this.mail.assertSetUp()
    await this.rpc.call(sharing.subscribeToCompletion, { ...proof, email, address: request.ip ?? '' }, anonymous)
    return succeeded('You will receive one email when the gallery is complete.')
  }

  private async proof(address: string, request: Request) {
    return this.visits.proofOf(await this.addresses.token(address, request), request)
  }
}
