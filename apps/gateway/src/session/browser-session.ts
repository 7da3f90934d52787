import { anonymous, identity, type Output } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, DEVICE, SESSION } from './cookies.ts'
import { Sessions } from './sessions.ts'

type Given = { current_password: string; code?: string | undefined }

/** Password and code with which the user confirms a change, and the address for the rate limit. */
export const confirmationOf = ({ current_password: currentPassword, code = '' }: Given, { ip = '' }: Request) => ({
  currentPassword,
  code,
  address: ip,
})

type OpenedSession = Pick<Output<typeof identity.openSession>, 'token' | 'expiresAt' | 'device'>
/** Lifetime of the device cookie: the longest that browsers allow. */
const DEVICE_SECONDS = 400 * 86_400
/** Format of the device cookie. Other values are ignored. */
const DEVICE_TOKEN = /^[\w-]{43}$/

/** Sets and clears the session of a browser. All ways to sign in use it. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
  ) {}

  /** IP address, user agent and device, which the identity service stores with a session. */
  clientOf(request: Request) {
    const device = this.cookies.read(request, DEVICE) ?? ''
    return { ...clientOf(request), ...(DEVICE_TOKEN.test(device) && { device }) }
  }

  /** Starts a session and ends the previous one of this browser, which would otherwise stay valid. */
  async start(session: OpenedSession, request: Request, response: Response): Promise<void> {
    const previous = this.cookies.read(request, SESSION)
    if (previous !== undefined) await this.endSession(previous)
    this.setCookies(response, session)
  }

  setCookies(response: Response, { token, expiresAt, device }: OpenedSession): void {
    response.append('Set-Cookie', this.cookies.write(SESSION, token, { expires: new Date(expiresAt) }))
    if (device !== undefined)
      response.append('Set-Cookie', this.cookies.write(DEVICE, device, { maxAgeSeconds: DEVICE_SECONDS }))
  }

  async end(request: Request, response: Response): Promise<void> {
    const token = this.cookies.read(request, SESSION)
    response.append('Set-Cookie', this.cookies.write(SESSION, '', 'delete'))
    if (token !== undefined) await this.endSession(token)
  }

  private async endSession(token: string): Promise<void> {
    const cached = this.sessions.peek(token)
    await this.rpc.call(identity.endSession, { token }, anonymous)
    if (cached) this.sessions.drop(cached.sessionId)
  }
}

export const clientOf = (request: Request) => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent')?.slice(0, 500),
})
