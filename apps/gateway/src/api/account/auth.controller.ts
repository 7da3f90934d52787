import { anonymous, type Asked, identity, routes } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Controller, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import { succeeded } from '../../helpers/succeeded.ts'
import { presentAccount } from '../../presenters/user.ts'
import { Serves } from '../../routing/serves.ts'
import { type Caller, sessionOf } from '../../session/caller.ts'
import { Cookies, DEVICE, SESSION } from '../../session/cookies.ts'
import { Sessions } from '../../session/sessions.ts'

type Opened = { token: string; expiresAt: string; device?: string }
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 86_400
/** What is no token of ours is no device. */
const deviceOf = (cookie: string | undefined) => (/^[\w-]{43}$/.test(cookie ?? '') ? { device: cookie } : {})

@Controller()
export class AuthController {
  private readonly rpc: RpcClient
  private readonly sessions: Sessions
  private readonly cookies: Cookies

  constructor(rpc: RpcClient, sessions: Sessions, cookies: Cookies) {
    this.rpc = rpc
    this.sessions = sessions
    this.cookies = cookies
  }

  /** With the usage and plan of this moment, so not from what is remembered of the session. */
  @Serves(routes.getMe)
  async me(_: unknown, caller: Caller) {
    return presentAccount((await this.sessions.fresh(sessionOf(caller).token)).user)
  }

  @Serves(routes.signIn)
  async signIn(
    { body: { username, password } }: Asked<typeof routes.signIn>,
    _: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const before = this.cookies.read(request, SESSION)
    const device = deviceOf(this.cookies.read(request, DEVICE))
    const opened = await this.rpc.call(
      identity.openSession,
      { username, password, ...client(request), ...device },
      anonymous,
    )
    // The session of whoever was signed in here before must not live on unseen.
    if (before !== undefined) await this.end(before)
    this.keep(response, opened)
    return { user: presentAccount(opened.user), message: 'Signed in.' }
  }

  @Serves(routes.signOut)
  async signOut(_: unknown, __: Caller, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const token = this.cookies.read(request, SESSION)
    response.append('Set-Cookie', this.cookies.write(SESSION, '', 'over'))
    if (token !== undefined) await this.end(token)
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
    this.keep(response, opened)
    return succeeded('Your password was changed.')
  }

  private async end(token: string): Promise<void> {
    const known = this.sessions.peek(token)
    await this.rpc.call(identity.endSession, { token }, anonymous)
    if (known) this.sessions.drop(known.sessionId)
  }

  private keep(response: Response, { token, expiresAt, device }: Opened): void {
    response.append('Set-Cookie', this.cookies.write(SESSION, token, { expires: new Date(expiresAt) }))
    if (device !== undefined)
      response.append('Set-Cookie', this.cookies.write(DEVICE, device, { maxAgeSeconds: DEVICE_SECONDS }))
  }
}

const client = (request: Request) => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent')?.slice(0, 500),
})
