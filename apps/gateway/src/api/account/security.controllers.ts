import { anonymous, type RouteInput, errors, routes, security } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Header, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { presentAccount, presentPasskey, presentSecurity } from '../../presenters/account.ts'
import { Serves, successBody } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { PasskeyOrigins } from '../../session/passkey-origins.ts'
import { BrowserSession, toConfirmation, SessionLookup } from '../../session/sessions.ts'

/** Prevents caches from storing responses that contain a secret key or recovery codes. */
const NoStore = () => Header('Cache-Control', 'no-store')

/** Two-step sign-in and passkeys. */
@Controller()
export class SecurityController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionLookup,
    private readonly browserSession: BrowserSession,
    private readonly origins: PasskeyOrigins,
  ) {}

  @Serves(routes.passSecondStep)
  async passSecondStep(
    { body }: RouteInput<typeof routes.passSecondStep>,
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
  async getSecurity(_: unknown, { actor }: Caller, @Req() request: Request) {
    const settings = await this.rpc.call(security.getSecurity, {}, actor)
    return presentSecurity(settings, this.origins.find(request)?.origin ?? null)
  }

  @Serves(routes.beginSecondStep)
  @NoStore()
  beginSecondStep({ body }: RouteInput<typeof routes.beginSecondStep>, { actor }: Caller, @Req() request: Request) {
    return this.rpc.call(security.beginSecondStep, toConfirmation(body, request), actor)
  }

  @Serves(routes.confirmSecondStep)
  @NoStore()
  async confirmSecondStep({ body }: RouteInput<typeof routes.confirmSecondStep>, caller: Caller) {
    const { sessionId, user } = sessionOf(caller)
    const { recoveryCodes } = await this.rpc.call(security.confirmSecondStep, { ...body, sessionId }, caller.actor)
    this.sessions.dropUser(user.id)
    return { recovery_codes: recoveryCodes }
  }

  @Serves(routes.endSecondStep)
  async endSecondStep({ body }: RouteInput<typeof routes.endSecondStep>, { actor }: Caller, @Req() request: Request) {
    await this.rpc.call(security.endSecondStep, toConfirmation(body, request), actor)
    return successBody('Two-step sign-in is off.')
  }

  @Serves(routes.renewRecoveryCodes)
  @NoStore()
  async renewCodes({ body }: RouteInput<typeof routes.renewRecoveryCodes>, { actor }: Caller, @Req() request: Request) {
    const { recoveryCodes } = await this.rpc.call(security.renewRecoveryCodes, toConfirmation(body, request), actor)
    return { recovery_codes: recoveryCodes }
  }

  @Serves(routes.beginPasskeySignIn)
  async beginPasskeySignIn(_: unknown, __: Caller, @Req() request: Request) {
    const passkeyOrigin = this.origins.get(request)
    return {
      ...(await this.rpc.call(security.beginPasskeySignIn, passkeyOrigin, anonymous)),
      origin: passkeyOrigin.origin,
    }
  }

  @Serves(routes.signInByPasskey)
  async signInByPasskey(
    { body }: RouteInput<typeof routes.signInByPasskey>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const assertion = { ...body, ...this.origins.get(request), ...this.browserSession.clientOf(request) }
    const session = await this.rpc.call(security.openSessionByPasskey, assertion, anonymous)
    await this.browserSession.start(session, request, response)
    return { user: presentAccount(session.user), message: 'Signed in.' }
  }

  @Serves(routes.beginPasskey)
  async beginPasskey({ body }: RouteInput<typeof routes.beginPasskey>, { actor }: Caller, @Req() request: Request) {
    const passkeyOrigin = this.origins.get(request)
    const registration = await this.rpc.call(
      security.beginPasskey,
      { ...toConfirmation(body, request), ...passkeyOrigin },
      actor,
    )
    return { ...registration, origin: passkeyOrigin.origin }
  }

  @Serves(routes.addPasskey)
  async addPasskey({ body }: RouteInput<typeof routes.addPasskey>, { actor }: Caller, @Req() request: Request) {
    return presentPasskey(await this.rpc.call(security.addPasskey, { ...body, ...this.origins.get(request) }, actor))
  }

  @Serves(routes.getPasskey)
  async getPasskey({ params: { id } }: RouteInput<typeof routes.getPasskey>, { actor }: Caller) {
    const { passkeys } = await this.rpc.call(security.getSecurity, {}, actor)
    const settings = passkeys.find(passkey => passkey.id === id.toLowerCase())
    if (!settings) throw errors.PASSKEY_NOT_FOUND()
    return presentPasskey(settings)
  }

  @Serves(routes.renamePasskey)
  async renamePasskey({ params: { id }, body }: RouteInput<typeof routes.renamePasskey>, { actor }: Caller) {
    return presentPasskey(await this.rpc.call(security.renamePasskey, { id, ...body }, actor))
  }

  @Serves(routes.removePasskey)
  async removePasskey(
    { params: { id }, body }: RouteInput<typeof routes.removePasskey>,
    caller: Caller,
    @Req() request: Request,
  ) {
    const { sessionId, user } = sessionOf(caller)
    await this.rpc.call(security.removePasskey, { ...toConfirmation(body, request), id, sessionId }, caller.actor)
    this.sessions.dropUser(user.id)
    return successBody('The passkey was removed.')
  }
}
