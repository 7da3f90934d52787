import { anonymous, type RouteInput, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { presentAccount, presentSession } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { BrowserSession, describeClient, SessionLookup } from '../../session/sessions.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'

const MAX_TIME_ZONE_LENGTH = 100

/** Sign-in, and the sessions of the user. */
@Controller()
export class SessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
    private readonly browserSession: BrowserSession,
  ) {}

  /** Bypasses the session cache, because usage and plan must be current. */
  @Serves(routes.getMe)
  async getMe(_: unknown, caller: Caller, @Req() request: Request) {
    const timeZone = request.get('x-time-zone')?.slice(0, MAX_TIME_ZONE_LENGTH)
    return presentAccount((await this.sessions.load(sessionOf(caller).token, timeZone)).user)
  }

  @Serves(routes.signIn)
  async signIn(
    { body: { username, password } }: RouteInput<typeof routes.signIn>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const credentials = { username, password, ...this.browserSession.clientOf(request) }
    const session = await this.rpc.call(identity.openSession, credentials, anonymous)
    await this.browserSession.start(session, request, response)
    return { user: presentAccount(session.user), message: 'Signed in.' }
  }

  @Serves(routes.signOut)
  async signOut(_: unknown, __: Caller, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    await this.browserSession.end(request, response)
    return successBody('Signed out.')
  }

  @Serves(routes.changePassword)
  async changePassword(
    { body }: RouteInput<typeof routes.changePassword>,
    caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user, actor } = sessionOf(caller)
    const passwords = { currentPassword: body.current_password, newPassword: body.new_password }
    const session = await this.rpc.call(identity.changePassword, { ...passwords, ...describeClient(request) }, actor)
    this.sessions.dropUser(user.id)
    this.browserSession.setCookies(response, session)
    return successBody('Your password was changed.')
  }

  @Serves(routes.listSessions)
  async listSessions(_: unknown, caller: Caller) {
    const { sessionId: current, actor } = sessionOf(caller)
    const { sessions, total } = await this.rpc.call(identity.listSessions, { current }, actor)
    return { sessions: sessions.map(presentSession), total }
  }

  /** Removes cached sessions of this gateway immediately. Other gateways remove theirs when they receive the event of this change. */
  @Serves(routes.endSession)
  async endSession({ params: { id } }: RouteInput<typeof routes.endSession>, { actor }: Caller) {
    await this.rpc.call(identity.endOwnSession, { id }, actor)
    this.sessions.dropUser(actor.userId)
    return successBody('The session was signed out.')
  }

  @Serves(routes.endOtherSessions)
  async endOtherSessions(_: unknown, caller: Caller) {
    const { sessionId: current, actor } = sessionOf(caller)
    const { ended } = await this.rpc.call(identity.endOtherSessions, { current }, actor)
    this.sessions.dropUser(actor.userId)
    return { ...successBody('All other sessions were signed out.'), ended }
  }
}
