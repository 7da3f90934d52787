import { AppError, errors, type Route } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common'
import { bearerOf } from '../api-tokens/api-tokens.ts'
import { TokenCalls } from '../api-tokens/token-authorizer.ts'
import { guestOf } from '../custom-domains/custom-domains.ts'
import { Notices } from '../events/notices.ts'
import { contractOf } from '../routing/serves.ts'
import { audited, type CalledRequest, type Caller, openCaller, sessionCaller } from './caller.ts'
import { Cookies, SESSION } from './cookies.ts'
import { type Session, Sessions } from './sessions.ts'

/** Lets a call pass as its contract says, and gives the controller its caller. What has no contract is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly tokenCalls: TokenCalls,
    private readonly notices: Notices,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CalledRequest>()
    const contract = contractOf(context.getHandler())
    if (!contract) throw errors.FORBIDDEN()
    if (contract.auth !== 'share' && guestOf(request)) throw errors.NOT_FOUND()
    this.notices.assertOpen(contract)
    const caller = await this.callerOf(contract, request)
    request.caller = contract.audited ? audited(caller, request.ip ?? '') : caller
    return true
  }

  private async callerOf(contract: Route, request: CalledRequest): Promise<Caller> {
    const { auth } = contract
    if (auth === 'open') return openCaller('nobody', await this.session(request).catch(ifSignedOut))
    if (auth === 'share') return openCaller('share', await this.session(request).catch(ifSignedOut))
    // where both would do a token decides alone
    const bearer = takesBearer(contract) ? bearerOf(request) : undefined
    return bearer === undefined
      ? this.bySession(contract, request)
      : this.tokenCalls.callerOf(contract, bearer, request)
  }

  private async bySession({ auth, path, temporaryPassword }: Route, request: CalledRequest): Promise<Caller> {
    const isProgram = path.startsWith('/v1/') && this.cookies.read(request, SESSION) === undefined
    if (auth === 'token' || isProgram) throw errors.TOKEN_REQUIRED()
    const asked = this.session(request)
    const session = await (auth === 'super_admin' ? this.sessions.soon(asked) : asked)
    if (session.user.mustChangePassword && !temporaryPassword) throw errors.PASSWORD_CHANGE_REQUIRED()
    if (auth === 'super_admin' && session.user.role !== 'super_admin') throw errors.FORBIDDEN()
    return sessionCaller(session)
  }

  /** NO_SESSION without a cookie, and for one of a session that is over. */
  private async session(request: CalledRequest): Promise<Session> {
    const token = this.cookies.read(request, SESSION)
    return this.sessions.check(token, token === undefined ? '' : networkOf(request.ip ?? ''))
  }
}

/** A call of a session is open to tokens only where its contract names what they need. */
const takesBearer = ({ auth, scope }: Route): boolean => auth === 'token' || (auth === 'session' && scope !== undefined)

/** An open call must work when identity is away or the cookie is old. */
function ifSignedOut(error: unknown): Session | undefined {
  if (error instanceof AppError) return undefined
  throw error
}
