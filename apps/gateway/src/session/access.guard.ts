import { AppError, errors, type Route } from '@daymark/contracts'
import { networkOf } from '@daymark/platform'
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common'
import { bearerToken } from '../api-tokens/api-tokens.ts'
import { TokenAuthorizer } from '../api-tokens/token-authorizer.ts'
import { customDomainOf } from '../custom-domains/custom-domains.ts'
import { NoticesCache } from '../events/notices.ts'
import { contractOf } from '../routing/serves.ts'
import { type CalledRequest, type Caller, createOpenCaller, createSessionCaller, withAuditFields } from './caller.ts'
import { Cookies, SESSION_COOKIE } from './cookies.ts'
import type { Session } from '../cache/caches.ts'
import { SessionLookup } from './sessions.ts'

/** Authorizes a request as its route contract requires and sets the caller. A method without a contract is forbidden. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionLookup,
    private readonly cookies: Cookies,
    private readonly tokenAuthorizer: TokenAuthorizer,
    private readonly notices: NoticesCache,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CalledRequest>()
    const contract = contractOf(context.getHandler())
    if (!contract) throw errors.FORBIDDEN()
    if (contract.auth !== 'share' && customDomainOf(request)) throw errors.NOT_FOUND()
    this.notices.assertNoMaintenance(contract)
    const caller = await this.authorize(contract, request)
    request.caller = contract.audited ? withAuditFields(caller, request.ip ?? '') : caller
    return true
  }

  private async authorize(contract: Route, request: CalledRequest): Promise<Caller> {
    const { auth } = contract
    if (auth === 'open') return createOpenCaller('open', await this.findSession(request).catch(treatAsSignedOut))
    if (auth === 'share') return createOpenCaller('share', await this.findSession(request).catch(treatAsSignedOut))
    // If the request has a session and a token, only the token counts.
    const token = acceptsToken(contract) ? bearerToken(request) : undefined
    return token === undefined
      ? this.authorizeSession(contract, request)
      : this.tokenAuthorizer.authorize(contract, token, request)
  }

  private async authorizeSession({ auth, path, temporaryPassword }: Route, request: CalledRequest): Promise<Caller> {
    const isApiClient = path.startsWith('/v1/') && this.cookies.read(request, SESSION_COOKIE) === undefined
    if (auth === 'token' || isApiClient) throw errors.TOKEN_REQUIRED()
    const sessionLoad = this.findSession(request)
    const session = await (auth === 'super_admin' ? this.sessions.withShortTimeout(sessionLoad) : sessionLoad)
    if (session.user.mustChangePassword && !temporaryPassword) throw errors.PASSWORD_CHANGE_REQUIRED()
    if (auth === 'super_admin' && session.user.role !== 'super_admin') throw errors.FORBIDDEN()
    return createSessionCaller(session)
  }

  /** Throws NO_SESSION if the request has no session cookie or the session has ended. */
  private async findSession(request: CalledRequest): Promise<Session> {
    const token = this.cookies.read(request, SESSION_COOKIE)
    return this.sessions.check(token, token === undefined ? '' : networkOf(request.ip ?? ''))
  }
}

/** A session route accepts tokens only if its contract names the required scope. */
const acceptsToken = ({ auth, scope }: Route): boolean =>
  auth === 'token' || (auth === 'session' && scope !== undefined)

/**
 * Treats a caller whose session cannot be checked as signed out: an open route must work with an old cookie, and while the identity service
 * is unavailable.
 */
function treatAsSignedOut(error: unknown): Session | undefined {
  if (error instanceof AppError) return undefined
  throw error
}
