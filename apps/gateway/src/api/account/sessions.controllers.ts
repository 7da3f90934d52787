import { anonymous, type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { presentAccount, presentSession } from '../../presenters/account.ts'
import { Serves, succeeded } from '../../routing/serves.ts'
import { client, SignedIn } from '../../session/browser-session.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { Sessions } from '../../session/sessions.ts'

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

/** Where a person is signed in. */
@Controller()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Serves(routes.listSessions)
  async list(_: unknown, caller: Caller) {
    const { sessionId: current, actor } = sessionOf(caller)
    const { sessions, total } = await this.rpc.call(identity.listSessions, { current }, actor)
    return { sessions: sessions.map(presentSession), total }
  }

  /** At once here; the event does the same in every other gateway a moment later. */
  @Serves(routes.endSession)
  async end({ params: { id } }: Asked<typeof routes.endSession>, { actor }: Caller) {
    await this.rpc.call(identity.endOwnSession, { id }, actor)
    this.sessions.dropUser(actor.userId)
    return succeeded('The session was signed out.')
  }

  @Serves(routes.endOtherSessions)
  async endOthers(_: unknown, caller: Caller) {
    const { sessionId: current, actor } = sessionOf(caller)
    const { ended } = await this.rpc.call(identity.endOtherSessions, { current }, actor)
    this.sessions.dropUser(actor.userId)
    return { ...succeeded('All other sessions were signed out.'), ended }
  }
}
