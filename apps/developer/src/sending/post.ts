import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Receiver } from '../receivers/receivers.ts'

export type ReceiverResponse = { status: number; headers: Record<string, string>; body: string }
type PostRequest = { headers: Record<string, string>; body: string; pinnedLookup: LookupFunction; signal: AbortSignal }

/** The rest of a longer response is not read. */
const MAX_BODY_BYTES = 16 * 1024
const MAX_HEADERS = 50
const MAX_HEADER_LENGTH = 1000

/**
 * Sends one POST request over a new connection to a validated address, without a proxy, and follows no redirects. Rejects if no response
 * arrives. A response with an incomplete body is accepted.
 */
export function post({ href, hostname, isSecure, port }: Receiver, request: PostRequest): Promise<ReceiverResponse> {
  const { pathname, search } = new URL(href)
  const { headers, body, pinnedLookup, signal } = request
  const options: RequestOptions & { servername?: string } = {
    method: 'POST',
    hostname,
    port,
    path: pathname + search,
    lookup: pinnedLookup,
    agent: false,
    signal,
    ...(isSecure && !isIP(hostname) && { servername: hostname }),
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  }
  return new Promise((resolve, reject) => {
    const clientRequest = (isSecure ? requestHttps : requestHttp)(options)
    clientRequest.on('error', reject)
    clientRequest.on('response', response => {
      const { statusCode: status = 0 } = response
      void readText(response).then(text => {
        clientRequest.destroy()
        resolve({ status, headers: readHeaders(response), body: text })
      })
    })
    clientRequest.end(body)
  })
}

/** Returns the body of a response as far as it was received. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_BODY_BYTES) break
    }
  } catch {
    // The body is incomplete or too slow. Only the status matters.
  }
  return toStorableText(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString())
}

const readHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, toStorableText(String(value).slice(0, MAX_HEADER_LENGTH))]),
  )

/** Replaces NUL and lone surrogates, which Postgres cannot store. */
const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
