import { freePort, POLL_TIMEOUT_MS } from '@daymark/testing/outside'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand, pollUntilTruthy } from '../../deploy/local/processes.mjs'

const root = join(import.meta.dirname, '../..')

/** Runs `npm start` (or `npm run dev`) with its own data folder and port. */
export class Launcher {
  readonly dataDir: string
  output = ''
  port = 0
  private child: ChildProcess | undefined
  private readonly script: string

  constructor({ script = 'start.mjs', parentDir = tmpdir() } = {}) {
    this.script = script
    this.dataDir = mkdtempSync(join(parentDir, 'daymark-launcher-'))
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Running processes of this folder: launcher and server from run.json, Postgres from postmaster.pid. */
  get processes(): number[] {
    const run = readIfThere(join(this.dataDir, 'run.json'))
    const postgres = readIfThere(join(this.dataDir, 'postgres/postmaster.pid')).split('\n')[0]
    const state = run ? (JSON.parse(run) as { launcher: { pid: number }; server?: { pid: number } }) : undefined
    return [state?.launcher.pid, state?.server?.pid, Number(postgres)].filter(
      pid => pid && readCommand(pid),
    ) as number[]
  }

  get serverPid(): number {
    const { server } = JSON.parse(readFileSync(join(this.dataDir, 'run.json'), 'utf8')) as { server: { pid: number } }
    return server.pid
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.port ||= await freePort()
    this.output = ''
    const settings = { PORT: String(this.port), DAYMARK_DATA_DIR: this.dataDir, ...env }
    const child = spawn(process.execPath, [join(root, 'deploy/local', this.script)], {
      cwd: root,
      env: { ...process.env, ...settings },
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.output += chunk))
    this.child = child
  }

  /** Waits until the address is printed. */
  async ready(ms = POLL_TIMEOUT_MS): Promise<void> {
    const answer = await pollUntilTruthy(() => this.output.includes('Daymark is ready') || this.ended, ms)
    if (!answer || this.ended) throw new Error(`not ready: ${this.output}`)
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name)
  }

  async exitCode(ms = POLL_TIMEOUT_MS): Promise<number | NodeJS.Signals | null | undefined> {
    await pollUntilTruthy(() => this.ended, ms)
    // Wait for the last output, but not for long: child processes may hold the pipe open.
    await pollUntilTruthy(() => this.child?.stdout?.closed && this.child.stderr?.closed, 1000)
    return this.child?.exitCode ?? this.child?.signalCode
  }

  /** Ends all processes and removes the data folder. */
  async clean(): Promise<void> {
    this.signal('SIGTERM')
    await this.exitCode(30_000)
    for (const pid of this.processes) process.kill(pid, 'SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  private get ended(): boolean {
    return this.child !== undefined && (this.child.exitCode !== null || this.child.signalCode !== null)
  }
}

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
