import { type Actor, type Asked, routes, type StudioPage } from '@daymark/contracts'
import { Controller, Req } from '@nestjs/common'
import type { Request } from 'express'
import { presentStudioPage } from '../../presenters/share.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { OwnStudioPage, StudioPages } from '../../pages/studio-pages.ts'

/** Settings of the owner's studio page. */
@Controller()
export class StudioPageController {
  constructor(
    private readonly ownStudioPage: OwnStudioPage,
    private readonly pages: StudioPages,
  ) {}

  @Serves(routes.getStudioPage)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.ownStudioPage.get(actor), actor, request)
  }

  @Serves(routes.updateStudioPage)
  async update({ body }: Asked<typeof routes.updateStudioPage>, { actor }: Caller, @Req() request: Request) {
    return this.present(await this.ownStudioPage.update(body, actor), actor, request)
  }

  private async present(page: StudioPage, { userId: ownerId }: Actor, request: Request) {
    const [url, defaultTitle] = await Promise.all([
      this.pages.url({ ...page, ownerId }, request),
      this.pages.usualTitle(ownerId),
    ])
    return presentStudioPage(page, { url, defaultTitle })
  }
}
