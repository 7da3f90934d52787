import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, testFolder } from './free-port.ts'

const OPEN_CONFIG = join(import.meta.dirname, '../../../../deploy/nats/nats.conf')

export interface TestNats {
  url: string
  /** Log lines of the server about permission violations. */
  violations: string[]
  /** Ends the server and removes its data. */
  stop(): Promise<void>
  /** Kills the server with SIGKILL. Its data remains. */
  kill(): Promise<void>
  /** Starts the server again on the same port with the same data. */
  restart(): Promise<void>
}

/** Starts nats-server with JetStream on a free port. By default without authentication. */
export async function testNats(config = OPEN_CONFIG): Promise<TestNats> {
  const folder = testFolder('daymark-nats')
  const port = await freePort()
  const violations: string[] = []
  const start = async () => {
    const started = await launch({ port, folder, config })
    readLines(started, line => void (/Violation/.test(line) && violations.push(line)))
    return started
  }
  let child = await start()
  const endServer = async (signalName: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signalName)
    await exited
  }
  const killAtExit = () => child.kill('SIGKILL')
  process.on('exit', killAtExit)
  return {
    url: `nats://127.0.0.1:${port}`,
    violations,
    kill: () => endServer('SIGKILL'),
    async restart() {
      await endServer('SIGTERM')
      child = await start()
    },
    async stop() {
      await endServer('SIGTERM')
      process.off('exit', killAtExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type LaunchOptions = { port: number; folder: string; config: string }

async function launch({ port, folder, config }: LaunchOptions): Promise<ChildProcess> {
  const args = ['-c', config, '-sd', folder, '-a', '127.0.0.1', '-p', String(port)]
  const child = spawn(process.env['NATS_SERVER'] ?? 'nats-server', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  let failure: string | undefined
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)))
  child.once('error', error => (failure = `nats-server cannot be run: ${error.message}`))
  child.once('exit', code => (failure ??= `nats-server ended with ${code}: ${output}`))
  for (let attempt = 0; attempt < 3_000 && !failure; attempt++) {
    if (await announcesJetStream(port)) return child
    await delay(10)
  }
  child.kill('SIGKILL')
  throw new Error(failure ?? `nats-server does not answer on port ${port}: ${output}`)
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine)
}

/** Whether the server on the port accepts connections and its first line announces JetStream. */
function announcesJetStream(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1')
    const finish = (isAnnounced: boolean) => {
      socket.destroy()
      resolve(isAnnounced)
    }
    socket.once('data', data => finish(data.toString().includes('"jetstream":true')))
    socket.once('error', () => finish(false)).once('close', () => finish(false))
  })
}
