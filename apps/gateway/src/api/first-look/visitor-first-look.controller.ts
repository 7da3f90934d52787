import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { MailFacts } from '../mail-facts.ts'
import { LinkAddresses } from '../../link-addresses.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { Visits } from '../../visits.ts'

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
