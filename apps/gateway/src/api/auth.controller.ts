import { anonymous, http, identity } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import { parsed } from '../http/parsed.ts'
import { presentUser } from '../presenters/user.ts'
import { Cookies, SESSION } from '../session/cookies.ts'
import { AllowsTemporaryPassword, CurrentSession, Open } from '../session/session.guard.ts'
import { type Session, Sessions } from '../session/sessions.ts'

@Controller('api/auth')
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
  @Get('me')
  @AllowsTemporaryPassword()
  async me(@CurrentSession() session: Session): Promise<http.User> {
    return presentUser((await this.sessions.fresh(session.token)).user)
  }

  @Post('login')
  @Open()
  @HttpCode(200)
  async login(
    @Body(parsed(http.loginBody)) { username, password }: z.infer<typeof http.loginBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<z.infer<typeof http.loginAnswer>> {
    const before = this.cookies.read(request, SESSION)
    const opened = await this.rpc.call(identity.openSession, { username, password, ...client(request) }, anonymous)
    // The session of whoever was signed in here before must not live on unseen.
    if (before !== undefined) await this.end(before)
    this.keep(response, opened)
    return { user: presentUser(opened.user), message: 'Signed in.' }
  }

  /** Open, and always a success: a browser that has lost its session must still be able to forget it (L-GUARD-04). */
  @Post('logout')
  @Open()
  @HttpCode(200)
  async logout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<z.infer<typeof http.success>> {
    const token = this.cookies.read(request, SESSION)
    response.append('Set-Cookie', this.cookies.write(SESSION, '', 'over'))
    if (token !== undefined) await this.end(token)
    return { success: true, message: 'Signed out.' }
  }

  @Post('change-password')
  @AllowsTemporaryPassword()
  @HttpCode(200)
  async changePassword(
    @CurrentSession() session: Session,
    @Body(parsed(http.changePasswordBody)) body: z.infer<typeof http.changePasswordBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<z.infer<typeof http.success>> {
    const passwords = { currentPassword: body.current_password, newPassword: body.new_password }
    const opened = await this.rpc.call(identity.changePassword, { ...passwords, ...client(request) }, session.actor)
    this.sessions.dropUser(session.user.id)
    this.keep(response, opened)
    return { success: true, message: 'Your password was changed.' }
  }

  private async end(token: string): Promise<void> {
    const known = this.sessions.peek(token)
    await this.rpc.call(identity.endSession, { token }, anonymous)
    if (known) this.sessions.drop(known.sessionId)
  }

  private keep(response: Response, { token, expiresAt }: { token: string; expiresAt: string }): void {
    response.append('Set-Cookie', this.cookies.write(SESSION, token, { expires: new Date(expiresAt) }))
  }
}

const client = (request: Request) => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent')?.slice(0, 500),
})
