import { anonymous, type Asked, errors, routes, security } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Serves, succeeded } from '../../routing/serves.ts'
import { presentAccount, presentPasskey } from '../../presenters/account.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { PasskeyPlaces } from '../../session/passkey-origins.ts'
import { Sessions } from '../../session/sessions.ts'
import { proof, SignedIn } from '../../session/browser-session.ts'

@Controller()
export class PasskeysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly signedIn: SignedIn,
    private readonly places: PasskeyPlaces,
  ) {}

  @Serves(routes.beginPasskeySignIn)
  async ask(_: unknown, __: Caller, @Req() request: Request) {
    const place = this.places.get(request)
    return { ...(await this.rpc.call(security.beginPasskeySignIn, place, anonymous)), origin: place.origin }
  }

  @Serves(routes.signInByPasskey)
  async signIn(
    { body }: Asked<typeof routes.signInByPasskey>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const used = { ...body, ...this.places.get(request), ...this.signedIn.client(request) }
    const opened = await this.rpc.call(security.openSessionByPasskey, used, anonymous)
    await this.signedIn.as(opened, request, response)
    return { user: presentAccount(opened.user), message: 'Signed in.' }
  }

  @Serves(routes.beginPasskey)
  async begin({ body }: Asked<typeof routes.beginPasskey>, { actor }: Caller, @Req() request: Request) {
    const place = this.places.get(request)
    const begun = await this.rpc.call(security.beginPasskey, { ...proof(body, request), ...place }, actor)
    return { ...begun, origin: place.origin }
  }

  @Serves(routes.addPasskey)
  async add({ body }: Asked<typeof routes.addPasskey>, { actor }: Caller, @Req() request: Request) {
    return presentPasskey(await this.rpc.call(security.addPasskey, { ...body, ...this.places.get(request) }, actor))
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
    await this.rpc.call(security.removePasskey, { ...proof(body, request), id, sessionId }, caller.actor)
    this.sessions.dropUser(user.id)
    return succeeded('The passkey was removed.')
  }
}
