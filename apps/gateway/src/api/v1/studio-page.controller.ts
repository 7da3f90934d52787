import { type Actor, type Asked, type StudioPage, v1 } from '@daymark/contracts'
import { Controller, Header, Req } from '@nestjs/common'
import type { Request } from 'express'
import { presentStudioPage } from '../../presenters/v1/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { OwnStudioPage } from '../../studio-pages/own-studio-page.ts'
import { StudioPages } from '../../studio-pages/studio-pages.ts'

@Controller()
export class V1StudioPageController {
  constructor(
    private readonly own: OwnStudioPage,
    private readonly pages: StudioPages,
  ) {}

  @Serves(v1.getStudioPage)
  @Header('Cache-Control', 'no-store')
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.shown(await this.own.get(actor), actor, request)
  }

  @Serves(v1.updateStudioPage)
  async update({ body }: Asked<typeof v1.updateStudioPage>, { actor }: Caller, @Req() request: Request) {
    return this.shown(await this.own.update(body, actor), actor, request)
  }

  private async shown(page: StudioPage, { userId: ownerId }: Actor, request: Request) {
    return presentStudioPage(page, await this.pages.address({ ...page, ownerId }, request))
  }
}
