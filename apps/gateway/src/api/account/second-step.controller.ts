import { anonymous, type Asked, routes, security } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, succeeded } from '../../routing/serves.ts'
import { presentAccount, presentSecurity } from '../../presenters/account.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { PasskeyPlaces } from '../../session/passkey-origins.ts'
import { Sessions } from '../../session/sessions.ts'
import { proof, SignedIn } from '../../session/browser-session.ts'

/** What holds a key or codes is for one pair of eyes. */
const Secret = () => Header('Cache-Control', 'no-store')

@Controller()
export class SecondStepController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly signedIn: SignedIn,
    private readonly places: PasskeyPlaces,
  ) {}

  @Serves(routes.passSecondStep)
  async pass(
    { body }: Asked<typeof routes.passSecondStep>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const opened = await this.rpc.call(
      security.passSecondStep,
      { ...body, ...this.signedIn.client(request) },
      anonymous,
    )
    await this.signedIn.as(opened, request, response)
    return { user: presentAccount(opened.user), message: 'Signed in.' }
  }

  @Serves(routes.getSecurity)
  async get(_: unknown, { actor }: Caller, @Req() request: Request) {
    const found = await this.rpc.call(security.getSecurity, {}, actor)
    return presentSecurity(found, this.places.find(request)?.origin ?? null)
  }

  @Serves(routes.beginSecondStep)
  @Secret()
  begin({ body }: Asked<typeof routes.beginSecondStep>, { actor }: Caller, @Req() request: Request) {
    return this.rpc.call(security.beginSecondStep, proof(body, request), actor)
  }

  @Serves(routes.confirmSecondStep)
  @Secret()
  async confirm({ body }: Asked<typeof routes.confirmSecondStep>, caller: Caller) {
    const { sessionId, user } = sessionOf(caller)
    const { recoveryCodes } = await this.rpc.call(security.confirmSecondStep, { ...body, sessionId }, caller.actor)
    this.sessions.dropUser(user.id)
    return { recovery_codes: recoveryCodes }
  }

  @Serves(routes.endSecondStep)
  async end({ body }: Asked<typeof routes.endSecondStep>, { actor }: Caller, @Req() request: Request) {
    await this.rpc.call(security.endSecondStep, proof(body, request), actor)
    return succeeded('Two-step sign-in is off.')
  }

  @Serves(routes.renewRecoveryCodes)
  @Secret()
  async renewCodes({ body }: Asked<typeof routes.renewRecoveryCodes>, { actor }: Caller, @Req() request: Request) {
    const { recoveryCodes } = await this.rpc.call(security.renewRecoveryCodes, proof(body, request), actor)
    return { recovery_codes: recoveryCodes }
  }
}
