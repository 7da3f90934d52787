import { type Asked, routes } from '@daymark/contracts'
import { Controller, Header } from '@nestjs/common'
import { Serves } from '../../../routing/serves.ts'
import type { Caller } from '../../../session/caller.ts'
import { Preflights } from './preflights.ts'

@Controller()
export class PreflightController {
  constructor(private readonly preflights: Preflights) {}

  @Serves(routes.checkShare)
  @Header('Cache-Control', 'no-store')
  check({ params: { id } }: Asked<typeof routes.checkShare>, { actor }: Caller) {
    return this.preflights.ofLink(id, actor)
  }

  @Serves(routes.checkNewShare)
  checkNew({ body }: Asked<typeof routes.checkNewShare>, { actor }: Caller) {
    return this.preflights.ofDraft(body, actor)
  }
}
