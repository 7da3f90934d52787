import { anonymous, type Asked, accountDeletion, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, successBody } from '../../routing/serves.ts'
import { presentAccount } from '../../presenters/account.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'
import { BrowserSession, confirmationOf } from '../../session/browser-session.ts'

/** Schedules the deletion of an account and cancels it. */
@Controller()
export class LeavingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly browserSession: BrowserSession,
  ) {}

  @Serves(routes.deleteOwnAccount)
  async requestDeletion(
    { body }: Asked<typeof routes.deleteOwnAccount>,
    caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user } = sessionOf(caller)
    const { deletionDueAt } = await this.rpc.call(accountDeletion.request, confirmationOf(body, request), caller.actor)
    this.sessions.dropUser(user.id)
    await this.browserSession.end(request, response)
    return { ...successBody('Your account is scheduled for deletion.'), deletion_due_at: deletionDueAt }
  }

  @Serves(routes.cancelAccountDeletion)
  async cancel(
    { body }: Asked<typeof routes.cancelAccountDeletion>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.rpc.call(
      accountDeletion.cancel,
      { ...body, ...this.browserSession.clientOf(request) },
      anonymous,
    )
    await this.browserSession.start(session, request, response)
    return { user: presentAccount(session.user), message: 'Your account will be kept.' }
  }
}
