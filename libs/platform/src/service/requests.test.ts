import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../../dist')

/** Runs the built code in a separate process, because uncaught errors may end it. */
const program = `
import { createServer } from 'node:http'
import { createReadStream } from 'node:fs'
import { EventEmitter } from 'node:events'
import { handleUncaughtErrors } from '${join(dist, 'service/requests.js')}'
import { context } from '${join(dist, 'telemetry/context.js')}'
import { createLogger } from '${join(dist, 'telemetry/logger.js')}'
handleUncaughtErrors(createLogger('test', 'info'))
const handlersByPath = {
  '/timer': () => setTimeout(() => { throw new Error('thrown') }),
  '/promise': () => void Promise.reject(new Error('rejected')),
  '/later': async () => { await new Promise(done => setTimeout(done)); throw new Error('rejected later') },
  '/stream': () => createReadStream('/no/such/file'),
  '/emitter': () => setImmediate(() => new EventEmitter().emit('error', new Error('emitted'))),
  '/late-write': response => { response.end('all'); response.write('more') },
  '/ordinary': response => response.end('ordinary'),
}
const server = createServer((request, response) =>
  context.run({ requestId: 'id-of-' + request.url, endRequest: () => response.destroy() }, () => handlersByPath[request.url](response)))
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('message', () => { throw new Error('outside of a request') })
`

it('an uncaught error ends its request and is logged with the id of the request; an uncaught error outside of a request ends the process', async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let log = ''
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const [port] = (await once(child, 'message')) as [number]
  const fetchText = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(async response => response.text())

  for (const path of ['/timer', '/promise', '/later', '/stream', '/emitter'])
    await expect(fetchText(path)).rejects.toThrow()
  await fetchText('/late-write').catch(() => undefined)
  expect(await fetchText('/ordinary')).toBe('ordinary')

  child.send('end')
  expect(await once(child, 'close')).toEqual([1, null])
  const lines = log
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { event: string; requestId?: string; err: Error })
  expect(lines.map(({ event, requestId }) => [event, requestId])).toEqual([
    ...['/timer', '/promise', '/later', '/stream', '/emitter', '/late-write'].map(path => [
      'request.uncaught',
      `id-of-${path}`,
    ]),
    ['process.uncaught', undefined],
  ])
  for (const { err } of lines) expect(err.message).not.toBe('')
})
