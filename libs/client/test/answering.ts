import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Daymark, type DaymarkOptions } from '@daymark/client'

export type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }
type Answer = (asked: Asked, response: ServerResponse) => void

/** Starts an HTTP server that gives the prepared responses in order and records the requests. After the last response it answers 500. */
export async function answering(...answers: (Answer | [status: number, body?: object, headers?: object])[]) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const next = { method, url, headers, body: Buffer.concat(chunks) }
      asked.push(next)
      const answer = answers.shift() ?? [500, { code: 'nothing_left', message: 'No answer is left.' }]
      if (typeof answer === 'function') answer(next, response)
      else response.writeHead(answer[0], { ...answer[2] }).end(JSON.stringify(answer[1] ?? {}))
    })
    request.on('error', () => undefined) // some tests abort their request
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    daymark: (options: Partial<DaymarkOptions> = {}) => new Daymark({ token: 'dm_test', baseUrl, ...options }),
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
