import { anonymous, type Asked, errors, routes, security } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, successBody } from '../../routing/serves.ts'
import { presentAccount, presentPasskey } from '../../presenters/account.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { PasskeyOrigins } from '../../session/passkey-origins.ts'
import { Sessions } from '../../session/sessions.ts'
import { BrowserSession, confirmationOf } from '../../session/browser-session.ts'

@Controller()
export class PasskeysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly browserSession: BrowserSession,
    private readonly origins: PasskeyOrigins,
  ) {}

  @Serves(routes.beginPasskeySignIn)
  async beginSignIn(_: unknown, __: Caller, @Req() request: Request) {
    const passkeyOrigin = this.origins.get(request)
    return {
      ...(await this.rpc.call(security.beginPasskeySignIn, passkeyOrigin, anonymous)),
      origin: passkeyOrigin.origin,
    }
  }

  @Serves(routes.signInByPasskey)
  async signIn(
    { body }: Asked<typeof routes.signInByPasskey>,
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
  async begin({ body }: Asked<typeof routes.beginPasskey>, { actor }: Caller, @Req() request: Request) {
    const passkeyOrigin = this.origins.get(request)
    const registration = await this.rpc.call(
      security.beginPasskey,
      { ...confirmationOf(body, request), ...passkeyOrigin },
      actor,
    )
    return { ...registration, origin: passkeyOrigin.origin }
  }

  @Serves(routes.addPasskey)
  async add({ body }: Asked<typeof routes.addPasskey>, { actor }: Caller, @Req() request: Request) {
    return presentPasskey(await this.rpc.call(security.addPasskey, { ...body, ...this.origins.get(request) }, actor))
  }

  @Serves(routes.getPasskey)
  async get({ params: { id } }: Asked<typeof routes.getPasskey>, { actor }: Caller) {
    const { passkeys } = await this.rpc.call(security.getSecurity, {}, actor)
    const found = passkeys.find(passkey => passkey.id === id.toLowerCase())
    if (!found) throw errors.PASSKEY_NOT_FOUND()
    return presentPasskey(found)
  }

  @Serves(routes.renamePasskey)
  async rename({ params: { id }, body }: Asked<typeof routes.renamePasskey>, { actor }: Caller) {
    return presentPasskey(await this.rpc.call(security.renamePasskey, { id, ...body }, actor))
  }

  @Serves(routes.removePasskey)
  async remove({ params: { id }, body }: Asked<typeof routes.removePasskey>, caller: Caller, @Req() request: Request) {
    const { sessionId, user } = sessionOf(caller)
    await this.rpc.call(security.removePasskey, { ...confirmationOf(body, request), id, sessionId }, caller.actor)
    this.sessions.dropUser(user.id)
    return successBody('The passkey was removed.')
  }
}
