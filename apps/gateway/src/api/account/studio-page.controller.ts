import { type Actor, type Asked, routes, type StudioPage } from '@daymark/contracts'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { presentStudioPage } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { OwnStudioPage, StudioPages } from '../../pages/studio-pages.ts'

/** The owner's side of her studio page. */
@Controller()
export class StudioPageController {
  constructor(
    private readonly own: OwnStudioPage,
    private readonly pages: StudioPages,
  ) {}

  @Serves(routes.getStudioPage)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.shown(await this.own.get(actor), actor, request)
  }

  @Serves(routes.updateStudioPage)
  async update({ body }: Asked<typeof routes.updateStudioPage>, { actor }: Caller, @Req() request: Request) {
    return this.shown(await this.own.update(body, actor), actor, request)
  }

  private async shown(page: StudioPage, { userId: ownerId }: Actor, request: Request) {
    const [url, defaultTitle] = await Promise.all([
      this.pages.address({ ...page, ownerId }, request),
      this.pages.usualTitle(ownerId),
    ])
    return presentStudioPage(page, { url, defaultTitle })
  }
}
