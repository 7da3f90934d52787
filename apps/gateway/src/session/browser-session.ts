import { anonymous, identity, type Output } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, DEVICE, SESSION } from './cookies.ts'
import { Sessions } from './sessions.ts'

type Given = { current_password: string; code?: string | undefined }

/** What a person proves herself with once more, and from where, for the limiter. */
export const proof = ({ current_password: currentPassword, code = '' }: Given, { ip = '' }: Request) => ({
  currentPassword,
  code,
  address: ip,
})

type Opened = Pick<Output<typeof identity.openSession>, 'token' | 'expiresAt' | 'device'>
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 86_400
/** What is no token of ours is no device. */
const DEVICE_TOKEN = /^[\w-]{43}$/

/** The session of a browser: its cookies, and what becomes of the one before. Every way to sign in ends here. */
@Injectable()
export class SignedIn {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
  ) {}

  /** Who a session is to be opened for, as far as a request tells it. */
  client(request: Request) {
    const device = this.cookies.read(request, DEVICE) ?? ''
    return { ...client(request), ...(DEVICE_TOKEN.test(device) && { device }) }
  }

  /** The session of whoever was signed in here before must not live on unseen. */
  async as(opened: Opened, request: Request, response: Response): Promise<void> {
    const before = this.cookies.read(request, SESSION)
    if (before !== undefined) await this.end(before)
    this.keep(response, opened)
  }

  keep(response: Response, { token, expiresAt, device }: Opened): void {
    response.append('Set-Cookie', this.cookies.write(SESSION, token, { expires: new Date(expiresAt) }))
    if (device !== undefined)
      response.append('Set-Cookie', this.cookies.write(DEVICE, device, { maxAgeSeconds: DEVICE_SECONDS }))
  }

  async out(request: Request, response: Response): Promise<void> {
    const token = this.cookies.read(request, SESSION)
    response.append('Set-Cookie', this.cookies.write(SESSION, '', 'over'))
    if (token !== undefined) await this.end(token)
  }

  private async end(token: string): Promise<void> {
    const known = this.sessions.peek(token)
    await this.rpc.call(identity.endSession, { token }, anonymous)
    if (known) this.sessions.drop(known.sessionId)
  }
}

export const client = (request: Request) => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent')?.slice(0, 500),
})
