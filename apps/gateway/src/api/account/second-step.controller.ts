import { anonymous, type Asked, routes, security } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, successBody } from '../../routing/serves.ts'
import { presentAccount, presentSecurity } from '../../presenters/account.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { PasskeyOrigins } from '../../session/passkey-origins.ts'
import { Sessions } from '../../session/sessions.ts'
import { BrowserSession, confirmationOf } from '../../session/browser-session.ts'

/** Responses with a key or codes must not be stored. */
const NoStore = () => Header('Cache-Control', 'no-store')

@Controller()
export class SecondStepController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly browserSession: BrowserSession,
    private readonly origins: PasskeyOrigins,
  ) {}

  @Serves(routes.passSecondStep)
  async pass(
    { body }: Asked<typeof routes.passSecondStep>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.rpc.call(
      security.passSecondStep,
      { ...body, ...this.browserSession.clientOf(request) },
      anonymous,
    )
    await this.browserSession.start(session, request, response)
    return { user: presentAccount(session.user), message: 'Signed in.' }
  }

  @Serves(routes.getSecurity)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    const found = await this.rpc.call(security.getSecurity, {}, actor)
    return presentSecurity(found, this.origins.find(request)?.origin ?? null)
  }

  @Serves(routes.beginSecondStep)
  @NoStore()
  begin({ body }: Asked<typeof routes.beginSecondStep>, { actor }: Caller, @Req() request: Request) {
    return this.rpc.call(security.beginSecondStep, confirmationOf(body, request), actor)
  }

  @Serves(routes.confirmSecondStep)
  @NoStore()
  async confirm({ body }: Asked<typeof routes.confirmSecondStep>, caller: Caller) {
    const { sessionId, user } = sessionOf(caller)
    const { recoveryCodes } = await this.rpc.call(security.confirmSecondStep, { ...body, sessionId }, caller.actor)
    this.sessions.dropUser(user.id)
    return { recovery_codes: recoveryCodes }
  }

  @Serves(routes.endSecondStep)
  async end({ body }: Asked<typeof routes.endSecondStep>, { actor }: Caller, @Req() request: Request) {
    await this.rpc.call(security.endSecondStep, confirmationOf(body, request), actor)
    return successBody('Two-step sign-in is off.')
  }

  @Serves(routes.renewRecoveryCodes)
  @NoStore()
  async renewCodes({ body }: Asked<typeof routes.renewRecoveryCodes>, { actor }: Caller, @Req() request: Request) {
    const { recoveryCodes } = await this.rpc.call(security.renewRecoveryCodes, confirmationOf(body, request), actor)
    return { recovery_codes: recoveryCodes }
  }
}
