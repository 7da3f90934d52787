import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'apps/daymark/dist/main.js')
const compiled = join(root, 'node_modules/.cache/node')

/** Number of characters of the output that are stored; tests produce less. */
const MAX_LOG_LENGTH = 2_000_000

/** Runs a `daymark` command to its end and returns its output. */
export async function daymark(args: string[], env: Record<string, string> = {}, program = main): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`daymark ${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

/** Starts a command that is killed before its end. */
export function startCommand(args: string[], env: Record<string, string> = {}): { kill(): Promise<void> } {
  const child = spawn(process.execPath, [main, ...args], { env: environment(env), stdio: 'ignore' })
  const exited = once(child, 'exit')
  return {
    async kill() {
      child.kill('SIGKILL')
      const [code] = await exited
      if (code !== null) throw new Error(`daymark ${args.join(' ')} had ended with ${code} before it was killed`)
    },
  }
}

/** Caches compiled code between starts, like the launcher. */
const environment = (env: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: compiled,
  ...env,
})

/** A real `daymark start …` process that can be killed and started again at the same address. */
export class Server {
  private child?: ChildProcess
  private output = ''
  readonly services: string[]
  private readonly env: Record<string, string>
  private readonly program: string
  /** `program`: main.js of another release. */
  constructor(services: string[], env: Record<string, string>, program = main) {
    this.services = services
    this.env = env
    this.program = program
  }

  /** `changed`: settings for this start only. */
  async start(changed: Record<string, string> = {}): Promise<void> {
    const child = spawn(process.execPath, [this.program, 'start', ...this.services], {
      env: environment({ ...this.env, ...changed }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-MAX_LOG_LENGTH)))
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`daymark ${this.services.join(' ')} ended with ${code ?? signal}: ${this.output.slice(-20_000)}`)
    })
    ended.catch(() => {})
    await Promise.race([once(child, 'message'), ended])
  }
  /** Kills the process with SIGKILL. Its child processes end when they notice. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }
  async stop(): Promise<void> {
    await this.end('SIGTERM')
  }
  get log(): string {
    return this.output
  }
  get pid(): number {
    return this.child?.pid ?? 0
  }
  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }
  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || !this.running) return
    const exited = once(this.child, 'exit')
    this.child.kill(signal)
    const late = setTimeout(() => this.child?.kill('SIGKILL'), 40_000)
    await exited
    clearTimeout(late)
  }
}
