import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Receiver } from '../receivers/receivers.ts'

export type Answer = { status: number; headers: Record<string, string>; body: string }
type Request = { headers: Record<string, string>; body: string; pinned: LookupFunction; signal: AbortSignal }

/** Maximum size of a response that is read and stored. */
const MOST_BODY = 16 * 1024
const MOST_HEADERS = 50
const MOST_HEADER = 1000

/**
 * Sends one POST over a new connection to a checked address, without proxy or redirects. Rejects without a response; a response
 * whose body is incomplete is still a response.
 */
export function post({ href, hostname, isSecure, port }: Receiver, request: Request): Promise<Answer> {
  const { pathname, search } = new URL(href)
  const { headers, body, pinned, signal } = request
  const options: RequestOptions & { servername?: string } = {
    ...{ method: 'POST', hostname, port, path: pathname + search, lookup: pinned, agent: false, signal },
    ...(isSecure && !isIP(hostname) && { servername: hostname }),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  }
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? secure : plain)(options)
    sent.on('error', reject)
    sent.on('response', response => {
      const { statusCode: status = 0 } = response
      void textOf(response).then(text => {
        sent.destroy()
        resolve({ status, headers: headersOf(response), body: text })
      })
    })
    sent.end(body)
  })
}

/** The body as far as it was received. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MOST_BODY) break
    }
  } catch {
    // incomplete or too slow: only the status counts
  }
  return keepable(Buffer.concat(chunks).subarray(0, MOST_BODY).toString())
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [name, keepable(String(value).slice(0, MOST_HEADER))]),
  )

/** Postgres stores neither NUL nor lone surrogates. */
const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
