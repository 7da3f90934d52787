import { type Asked, routes } from '@daymark/contracts'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { sendJson } from '../../cache/json-body.ts'
import { Serves } from '../../routing/serves.ts'
import type { Caller } from '../../session/caller.ts'
import { StudioPages } from '../../studio-pages/studio-pages.ts'

/** The visitor's side of a studio page. Nothing counts as a visit here: galleries count theirs. */
@Controller()
export class ShownStudioPageController {
  constructor(private readonly pages: StudioPages) {}

  @Serves(routes.getPublicStudioPage)
  async show(
    { query: { name = '' } }: Asked<typeof routes.getPublicStudioPage>,
    _: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const page = await this.pages.find(name, request)
    return sendJson(request, response, await this.pages.answer(page))
  }
}
