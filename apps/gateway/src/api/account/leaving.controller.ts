import { anonymous, type Asked, accountDeletion, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, succeeded } from '../../routing/serves.ts'
import { presentAccount } from '../../presenters/account.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'
import { proof, SignedIn } from '../../session/browser-session.ts'

/** Leaving, and coming back in time. */
@Controller()
export class LeavingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly signedIn: SignedIn,
  ) {}

  @Serves(routes.deleteOwnAccount)
  async leave(
    { body }: Asked<typeof routes.deleteOwnAccount>,
    caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user } = sessionOf(caller)
    const { deletionDueAt } = await this.rpc.call(accountDeletion.request, proof(body, request), caller.actor)
    this.sessions.dropUser(user.id)
    await this.signedIn.out(request, response)
    return { ...succeeded('Your account is scheduled for deletion.'), deletion_due_at: deletionDueAt }
  }

  @Serves(routes.cancelAccountDeletion)
  async keep(
    { body }: Asked<typeof routes.cancelAccountDeletion>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const opened = await this.rpc.call(accountDeletion.cancel, { ...body, ...this.signedIn.client(request) }, anonymous)
    await this.signedIn.as(opened, request, response)
    return { user: presentAccount(opened.user), message: 'Your account will be kept.' }
  }
}
