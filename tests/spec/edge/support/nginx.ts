import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollUntil, freePort } from '@daymark/testing/outside'

const generator = join(import.meta.dirname, '../../../../deploy/images/nginx.mjs')

export type WebServer = { url: string; stop(): Promise<void> }

/** Runs the configuration of the web image with the local nginx: `built` alone, or in front of a gateway as in compose. */
export async function webServer(built: string, gateway: string, support: string): Promise<WebServer> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-nginx-'))
  chmodSync(folder, 0o755) // as root, nginx runs its workers as another user
  const [port, ops] = [await freePort(), await freePort()]
  mkdirSync(join(folder, 'tmp'))
  execFileSync(process.execPath, [generator, built, folder, folder, 'none'])
  const file = join(folder, 'etc/nginx/nginx.conf')
  writeFileSync(file, readFileSync(file, 'utf8').replace('listen 8081', `listen 127.0.0.1:${ops}`))
  const server = [
    `listen 127.0.0.1:${port}`,
    ...['front', 'web'].map(name => `include ${folder}/etc/nginx/${name}.conf`),
  ]
  const maps = { daymark_gateway: gateway, daymark_support: support }
  const lines = Object.entries(maps).map(([name, value]) => `map "" $${name} { default "${value}"; }`)
  const config = `${lines.join('\n')}\nserver {\n${server.map(line => `${line};`).join('\n')}\n}\n`
  writeFileSync(join(folder, 'etc/daymark-web/default.conf'), config)
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  nginx.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)))
  const ended = new Promise<never>((_, reject) => {
    nginx.once('close', code => reject(new Error(`nginx ended with ${code}: ${output}`)))
    nginx.once('error', reject)
  })
  ended.catch(() => {}) // the rejection after stop() is expected
  await Promise.race([pollUntil('nginx listens', () => listens(port)), ended])
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(nginx, folder) }
}

const listens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function stop(nginx: ChildProcess, folder: string): Promise<void> {
  if (nginx.exitCode === null && nginx.signalCode === null) {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
