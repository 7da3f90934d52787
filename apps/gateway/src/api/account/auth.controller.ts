import { anonymous, type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentAccount } from '../../presenters/account.ts'
import { Serves } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'
import { client, SignedIn } from '../../session/signed-in.ts'

const MAX_ZONE = 100

@Controller()
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly signedIn: SignedIn,
  ) {}

  /** With the usage and plan of this moment, so not from what is remembered of the session. */
  @Serves(routes.getMe)
  async me(_: unknown, caller: Caller, @Req() request: Request) {
    const zone = request.get('x-time-zone')?.slice(0, MAX_ZONE)
    return presentAccount((await this.sessions.fresh(sessionOf(caller).token, zone)).user)
  }

  @Serves(routes.signIn)
  async signIn(
    { body: { username, password } }: Asked<typeof routes.signIn>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const who = { username, password, ...this.signedIn.client(request) }
    const opened = await this.rpc.call(identity.openSession, who, anonymous)
    await this.signedIn.as(opened, request, response)
    return { user: presentAccount(opened.user), message: 'Signed in.' }
  }

  @Serves(routes.signOut)
  async signOut(_: unknown, __: Caller, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.signedIn.out(request, response)
    return succeeded('Signed out.')
  }

  @Serves(routes.changePassword)
  async changePassword(
    { body }: Asked<typeof routes.changePassword>,
    caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user, actor } = sessionOf(caller)
    const passwords = { currentPassword: body.current_password, newPassword: body.new_password }
    const opened = await this.rpc.call(identity.changePassword, { ...passwords, ...client(request) }, actor)
    this.sessions.dropUser(user.id)
    this.signedIn.keep(response, opened)
    return succeeded('Your password was changed.')
  }
}
