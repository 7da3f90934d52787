import type { Actor } from '@daymark/contracts'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

export const actorOf = (userId: string, role: Actor['role'] = 'user'): Actor => ({ userId, role })

export type Answer<T = Record<string, never>> = { status: number; headers: Headers; body: T; bytes: Buffer }
type Json = Record<string, unknown> | unknown[]

/** An HTTP client with a cookie jar. */
export class Visitor {
  private readonly cookies = new Map<string, string>()
  readonly url: string
  readonly headers: Record<string, string>
  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  /** Sends a GET request. `T` is the expected type of the body, which is not checked. */
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.send<T>('GET', path, undefined, headers)
  }
  post<T>(path: string, body?: Json, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.send<T>('POST', path, body, headers)
  }
  patch<T>(path: string, body: Json, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.send<T>('PATCH', path, body, headers)
  }
  delete<T>(path: string, body?: Json, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.send<T>('DELETE', path, body, headers)
  }

  /** Sends a multipart form with the file in the field `file`, as a browser does. */
  async upload<T>(
    path: string,
    file: string | { name: string; bytes: Uint8Array; type?: string },
    options: { name?: string; headers?: Record<string, string>; fields?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const form = new FormData()
    for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value)
    if (typeof file === 'string') form.append('file', await openAsBlob(file), options.name ?? basename(file))
    else form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), options.name ?? file.name)
    return this.send<T>('POST', path, form, options.headers)
  }

  async send<T>(
    method: string,
    path: string,
    body?: Json | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isForm = body instanceof FormData
    const response = await fetch(new URL(path, this.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size ? { cookie: this.cookieHeader() } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...this.headers,
        ...headers,
      },
      body: isForm ? body : body && JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) this.storeCookie(line)
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : undefined,
    }
  }

  /** Returns the value of the Cookie header, for requests that this class cannot send. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  /** Returns the cookies, so that a test can continue the session in a browser. */
  jar(): { name: string; value: string }[] {
    return [...this.cookies].map(([name, value]) => ({ name, value }))
  }

  private storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
    const separatorIndex = pair.indexOf('=')
    const [name, value] = [pair.slice(0, separatorIndex), pair.slice(separatorIndex + 1)]
    const isExpired = attributes.some(
      attribute => /^max-age=0$/i.test(attribute) || /^expires=thu, 01 jan 1970/i.test(attribute),
    )
    if (isExpired) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
