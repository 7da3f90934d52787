import type { Logger } from '@daymark/platform'
import express from 'express'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { redactPath, requestContext } from './request-context.ts'

type LogLine = { status: number; closedBy?: string; isBodyComplete?: boolean }

describe('the log of a request without a complete response', () => {
  let server: Server
  let onLogLine: (line: LogLine) => void
  beforeAll(async () => {
    const log = { info: (fields: LogLine) => onLogLine(fields) } as unknown as Logger
    const app = express().use(requestContext(log, () => undefined))
    app.post('/read', request => void request.resume())
    app.post('/cut', request => void request.once('data', () => request.destroy()))
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  async function captureLogLine(path: string, disconnect: (socket: Socket) => void): Promise<LogLine> {
    const written = new Promise<LogLine>(resolve => (onLogLine = resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(500)}`)
    const [connection] = await once(server, 'request').then(([request]) => [request.socket as Socket])
    await new Promise<void>(resolve => {
      const check = () => (connection!.bytesRead >= 500 ? resolve() : void connection!.once('data', check))
      check()
    })
    disconnect(socket)
    return written
  }

  it('states that the client reset the connection before its body was complete', async () => {
    const written = await captureLogLine('/read', socket => socket.resetAndDestroy())
    expect(written).toMatchObject({ status: 499, closedBy: 'client', isBodyComplete: false })
  })

  it('states that the client closed the connection', async () => {
    expect(await captureLogLine('/read', socket => socket.end())).toMatchObject({ status: 499, closedBy: 'client' })
  })

  it('states that the server closed the connection', async () => {
    expect(await captureLogLine('/cut', () => undefined)).toMatchObject({ status: 499, closedBy: 'server' })
  })
})

const token = 'ZxyabcdefghijklmnopqrstuV'.slice(0, 22)

it.each([
  ['/api/images', '/api/images'],
  ['/v1/tokens', '/v1/tokens'],
  [
    '/api/albums/0190c0de-0000-7000-8000-00000000abcd/batch-rename',
    '/api/albums/0190c0de-0000-7000-8000-00000000abcd/batch-rename',
  ],
  [`/api/shares/public/${token}/unlock`, '/api/shares/public/[…]/unlock'],
  [`/api/shares/PUBLIC/${token}`, '/api/shares/PUBLIC/[…]'],
  [`/Share/${token}`, '/Share/[…]'],
  [`/api/shares/public/%41${token.slice(1)}`, '/api/shares/public/[…]'],
  ['/share/smith-wedding', '/share/[…]'],
  ['/api/shares/public/wedding/download', '/api/shares/public/[…]/download'],
  ['/media/share/md/IMG_1-abc.jpg', '/media/share/md/[…]'],
  [`/a-typing-error/${token}/`, '/a-typing-error/[…]/'],
  ['/media/originals/Holiday%201.jpg', '/media/originals/[…]'],
  ['/', '/'],
])('%s is logged as %s', (path, logged) => expect(redactPath(path)).toBe(logged))
