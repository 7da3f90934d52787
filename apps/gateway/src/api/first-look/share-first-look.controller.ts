import { type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { completedWords } from '../../helpers/completed-words.ts'
import { Site } from '../../helpers/site.ts'
import { succeeded } from '../../helpers/succeeded.ts'
import { MailFacts } from '../mail-facts.ts'
import { presentShare, presentShareFirstLook } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { OwnLinks } from '../sharing/own-links.ts'

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
