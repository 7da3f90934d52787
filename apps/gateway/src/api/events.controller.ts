import { routes } from '@daymark/contracts'
import { Controller, Res } from '@nestjs/common'
import type { Response } from 'express'
import { ChangeStream } from '../events/change-stream.ts'
import { Serves } from '../routing/serves.ts'
import { type Caller, sessionOf } from '../session/caller.ts'
import { Sessions } from '../session/sessions.ts'

@Controller()
export class EventsController {
  constructor(
    private readonly stream: ChangeStream,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.openEvents)
  open(_: unknown, caller: Caller, @Res() response: Response): void {
    const { token, user } = sessionOf(caller)
    const isStillSignedIn = () =>
      this.sessions.check(token).then(
        () => true,
        () => false,
      )
    this.stream.open(user.id, response, isStillSignedIn)
  }
}
