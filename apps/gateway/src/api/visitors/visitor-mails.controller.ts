import { anonymous, type Asked, routes, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Res } from '@nestjs/common'
import type { Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { ShownBrands } from '../../hosts/shown-brands.ts'
import { Serves } from '../../routing/serves.ts'

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
