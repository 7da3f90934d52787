import { execFile, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pollUntil, freePort } from '@daymark/testing/outside'
import { type RunningProduct, accountsAt } from '../../support/accounts.ts'

const root = join(import.meta.dirname, '../../..')
const MOST_OUTPUT = 64 * 1024 * 1024

/** Whether Docker with compose and the images of this checkout exist; `npm run test:compose` builds them. */
export const hasImages = (): boolean =>
  spawnSync('docker', ['image', 'inspect', 'daymark/server', 'daymark/web'], { stdio: 'ignore' }).status === 0 &&
  spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0

type Inspected = {
  Id: string
  RestartCount: number
  State: { Pid: number; Status: string; Health?: { Status: string } }
  Config: { User: string; Labels: Record<string, string> }
  HostConfig: {
    ReadonlyRootfs: boolean
    CapDrop: string[]
    CapAdd: string[] | null
    SecurityOpt: string[]
    Memory: number
    PidsLimit: number
    PortBindings: Record<string, unknown> | null
  }
}

/** The complete docker-compose.yml on a free port, with settings from deploy/compose/env.mjs. */
export class Stack {
  readonly folder = mkdtempSync(join(tmpdir(), 'daymark-compose-'))
  readonly project = `daymark-test-${process.pid}`
  readonly settings: Record<string, string>
  readonly url: string
  readonly accounts: RunningProduct

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`
    const made = spawnSync(process.execPath, ['deploy/compose/env.mjs', this.url], {
      cwd: root,
      env: { ...process.env, DAYMARK_ENV_FOLDER: this.folder },
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(made.stderr)
    const lines = readFileSync(join(this.folder, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    this.settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
    const admin = {
      email: this.settings['DAYMARK_ADMIN_EMAIL'] ?? '',
      password: this.settings['DAYMARK_ADMIN_PASSWORD'] ?? '',
    }
    this.accounts = { ...accountsAt(this.url, admin), url: this.url, settle: () => Promise.resolve() }
  }

  static async create(): Promise<Stack> {
    return new Stack(await freePort())
  }

  /** Runs `docker compose …` and returns its output. */
  compose(...words: string[]): Promise<string> {
    return this.docker(this.composeArgs(words))
  }

  /** Runs `docker compose exec` with this input. */
  exec(service: string, words: string[], input?: string): Promise<string> {
    return this.docker(this.composeArgs(['exec', '--no-TTY', service, ...words]), input)
  }

  /** Runs any other Docker command. */
  async docker(words: string[], input?: string): Promise<string> {
    const run = promisify(execFile)('docker', words, { cwd: root, maxBuffer: MOST_OUTPUT })
    run.child.stdin?.end(input)
    return (await run).stdout
  }

  private composeArgs(words: string[]): string[] {
    return ['compose', '--project-name', this.project, '--env-file', join(this.folder, '.env'), ...words]
  }

  /** Adds lines to the .env file; `up` applies them. */
  set(...lines: string[]): void {
    appendFileSync(join(this.folder, '.env'), `${lines.join('\n')}\n`)
  }

  up(): Promise<string> {
    return this.compose('up', '--detach', '--wait', '--quiet-pull', '--no-build')
  }

  /** All containers by service. */
  async containers(): Promise<Record<string, Inspected>> {
    const ids = (await this.compose('ps', '--all', '--quiet')).trim().split('\n')
    const all = JSON.parse(await this.docker(['inspect', ...ids])) as Inspected[]
    return Object.fromEntries(all.map(one => [one.Config.Labels['com.docker.compose.service'] ?? '', one]))
  }

  /** Kills the process of a container; Docker restarts it. */
  async kill(service: string): Promise<void> {
    const before = (await this.containers())[service]
    if (!before) throw new Error(`no container of ${service}`)
    process.kill(before.State.Pid, 'SIGKILL')
    await pollUntil(`${service} is started again and healthy`, async () => {
      const now = (await this.containers())[service]
      return now?.State.Pid !== before.State.Pid && now?.State.Health?.Status === 'healthy'
    })
  }

  async stop(): Promise<void> {
    await this.compose('--profile', '*', 'down', '--volumes', '--timeout', '10')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
