import { type Actor as ActorType, anonymous, AppError, errors } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import type { Request } from 'express'
import { Cookies, SESSION } from './cookies.ts'
import { type Session, Sessions } from './sessions.ts'

export type SessionRequest = Request & { session?: Session }

export const OPEN = 'daymark:open'
const TEMPORARY_PASSWORD = 'daymark:temporary-password'
const SUPER_ADMIN = 'daymark:super-admin'

/** Open to everybody. A session that happens to be there is known all the same. */
export const Open = () => SetMetadata(OPEN, true)
/** Also for a user who must choose a new password first (READINGS 29). */
export const AllowsTemporaryPassword = () => SetMetadata(TEMPORARY_PASSWORD, true)
/** S-ADA-11. The services check it again. */
export const SuperAdminOnly = () => SetMetadata(SUPER_ADMIN, true)

/** Who calls; anonymous on open routes without a session. */
export const Actor = createParamDecorator((_: unknown, context: ExecutionContext): ActorType => {
  return context.switchToHttp().getRequest<SessionRequest>().session?.actor ?? anonymous
})
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { session } = context.switchToHttp().getRequest<SessionRequest>()
  if (!session) throw errors.NO_SESSION()
  return session
})

/** Every route needs a session unless it says otherwise: a forgotten mark closes a door, it does not open one. */
@Injectable()
export class SessionGuard implements CanActivate {
  private readonly reflector: Reflector
  private readonly sessions: Sessions
  private readonly cookies: Cookies

  constructor(reflector: Reflector, sessions: Sessions, cookies: Cookies) {
    this.reflector = reflector
    this.sessions = sessions
    this.cookies = cookies
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>()
    const has = (mark: string) =>
      this.reflector.getAllAndOverride<boolean>(mark, [context.getHandler(), context.getClass()]) ?? false
    const token = this.cookies.read(request, SESSION)
    const network = token === undefined ? '' : networkOf(request.ip ?? '')
    if (has(OPEN)) {
      if (token !== undefined) request.session = await this.sessions.check(token, network).catch(ifSignedOut)
      return true
    }
    const session = await this.sessions.check(token, network)
    if (session.user.mustChangePassword && !has(TEMPORARY_PASSWORD)) throw errors.PASSWORD_CHANGE_REQUIRED()
    if (has(SUPER_ADMIN) && session.user.role !== 'super_admin') throw errors.FORBIDDEN()
    request.session = session
    return true
  }
}

/** An open route must work when identity is away or the cookie is old. */
function ifSignedOut(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
