import { freePort, POLL_TIMEOUT_MS } from '@daymark/testing/outside'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandOf, until } from '../../deploy/local/processes.mjs'

const root = join(import.meta.dirname, '../..')

/** `npm start` (or `npm run dev`) as a user runs it, with a data folder and a port of its own. */
export class Launcher {
  readonly dataDir: string
  output = ''
  port = 0
  private child: ChildProcess | undefined
  private readonly script: string

  constructor({ script = 'start.mjs', beside = tmpdir() } = {}) {
    this.script = script
    this.dataDir = mkdtempSync(join(beside, 'daymark-launcher-'))
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Processes that belong to this folder: launcher and server from their own note, Postgres from its file. */
  get processes(): number[] {
    const run = readIfThere(join(this.dataDir, 'run.json'))
    const postgres = readIfThere(join(this.dataDir, 'postgres/postmaster.pid')).split('\n')[0]
    const note = run ? (JSON.parse(run) as { launcher: { pid: number }; server?: { pid: number } }) : undefined
    return [note?.launcher.pid, note?.server?.pid, Number(postgres)].filter(pid => pid && commandOf(pid)) as number[]
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

  /** Resolves when the address was printed. */
  async ready(ms = POLL_TIMEOUT_MS): Promise<void> {
    const answer = await until(() => this.output.includes('Daymark is ready') || this.ended, ms)
    if (!answer || this.ended) throw new Error(`not ready: ${this.output}`)
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name)
  }

  async exitCode(ms = POLL_TIMEOUT_MS): Promise<number | NodeJS.Signals | null | undefined> {
    await until(() => this.ended, ms)
    // What it said last may still be in the pipe; what it left behind may hold the pipe open.
    await until(() => this.child?.stdout?.closed && this.child.stderr?.closed, 1000)
    return this.child?.exitCode ?? this.child?.signalCode
  }

  /** Leaves nothing, whatever the test did. */
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
