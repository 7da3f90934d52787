import { toDaymarkError } from './errors.ts'
import { Retries, type RetryOptions } from './retry.ts'
import type { Answer, Method, Path } from './types.ts'

export type DaymarkOptions = RetryOptions & {
  /** API token of the account, `dm_…`. The web application lists tokens on its page Token Vault. */
  token: string
  /** Address of the installation, with or without `/v1`. */
  baseUrl: string
  /** Function that is used instead of the global `fetch`, for example with a proxy. */
  fetch?: typeof fetch
}
export type CallOptions = { signal?: AbortSignal }
type CallInput = CallOptions & { path?: Record<string, string>; query?: object; body?: unknown }

/** Sends calls of the public API with the token, converts error responses to a DaymarkError, and retries after temporary failures. */
export class Connection {
  readonly options: DaymarkOptions
  private readonly baseUrl: string

  constructor(options: DaymarkOptions) {
    if (!options.token) throw new TypeError('A token is required.')
    if (!URL.canParse(options.baseUrl)) throw new TypeError('baseUrl must be the address of the installation.')
    this.baseUrl = `${options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
    this.options = options
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.options.token}`, accept: 'application/json' }
  }

  /** Returns the URL of a call. `path`: a path of the API document, such as `/albums/{id}`. */
  buildUrl(path: string, { path: params = {}, query = {} }: Pick<CallInput, 'path' | 'query'> = {}): string {
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const definedValues = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
    const search = new URLSearchParams(definedValues.map(([name, value]) => [name, String(value)])).toString()
    return `${this.baseUrl}${filledPath}${search && `?${search}`}`
  }

  /** Sends one call of the API document and returns its response. Calls that are safe to repeat are retried after temporary failures. */
  async call<P extends Path, M extends Method>(method: M, path: P, input: CallInput = {}): Promise<Answer<P, M>> {
    const retries = new Retries(this.options, input.signal)
    for (;;)
      try {
        return (await this.sendOnce(method, path, input)) as Answer<P, M>
      } catch (error) {
        await retries.waitForNextAttempt(error, method !== 'post')
      }
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    return (this.options.fetch ?? globalThis.fetch)(url, init)
  }

  private async sendOnce(method: Method, path: string, input: CallInput): Promise<unknown> {
    const { body, signal } = input
    const response = await this.fetch(this.buildUrl(path, input), {
      method: method.toUpperCase(),
      headers: { ...this.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    return parseResponse({
      status: response.status,
      text: await response.text(),
      header: name => response.headers.get(name),
    })
  }
}

/** Base class of the groups of API calls, such as `Albums`. */
export class Calls {
  protected readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }
}

/** Returns the JSON of a successful response, else throws a DaymarkError. */
export function parseResponse(response: Parameters<typeof toDaymarkError>[0]): unknown {
  if (response.status < 200 || response.status >= 300) throw toDaymarkError(response)
  return JSON.parse(response.text)
}
