import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Daymark, type DaymarkOptions } from '@daymark/client'

export type RecordedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }
type RequestHandler = (request: RecordedRequest, response: ServerResponse) => void
type PreparedResponse = RequestHandler | [status: number, body?: object, headers?: object]

/** Starts an HTTP server that sends the prepared responses in order and records the requests. Further requests get status 500. */
export async function startTestServer(...responses: PreparedResponse[]) {
  const requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const recordedRequest = { method, url, headers, body: Buffer.concat(chunks) }
      requests.push(recordedRequest)
      const prepared = responses.shift() ?? [500, { code: 'unexpected', message: 'No response is prepared.' }]
      if (typeof prepared === 'function') prepared(recordedRequest, response)
      else response.writeHead(prepared[0], { ...prepared[2] }).end(JSON.stringify(prepared[1] ?? {}))
    })
    request.on('error', () => undefined) // some tests abort their request
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    requests,
    daymark: (options: Partial<DaymarkOptions> = {}) => new Daymark({ token: 'dm_test', baseUrl, ...options }),
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
