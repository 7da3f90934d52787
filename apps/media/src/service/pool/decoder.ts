import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { errorCode, isSource, siblingProgram } from '../../shared/runtime.ts'
import type { Confinement } from './confinement.ts'
import type { ChildSettings, Job, Message, OnVariant, Result } from '../../shared/messages.ts'

export type DecoderOptions = {
  settings: Omit<ChildSettings, 'parent'>
  /** The whole environment of a decoder, without database passwords. */
  env: NodeJS.ProcessEnv
  jobTimeoutMs: number
  /** Default: none. */
  confinement?: Confinement
  /** Default: the decoder of this service; tests use others. */
  program?: URL
}
export type Death = { kind: 'died'; cause: 'crash' | 'killed' | 'timeout' | 'memory' | 'stopped'; detail: string }
export type Outcome = Result | Death

const STDERR_LENGTH = 1000
/** The limit for the start of a process, which takes less than a second on most machines. */
const START_MS = 60_000

/**
 * Two threads are enough for a photo. Two arenas reduce the memory of a process from 300 MB to 200 MB. Freed pictures stay in the process
 * for the next one, because requesting new pages from the system takes 5 % of the CPU time of a photo.
 */
const MEMORY = {
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
}

/** One decoding process in its own process group, so that its child processes end with it. */
export class Decoder {
  jobs = 0
  rss = 0
  isAlive = true
  private readonly child: ChildProcess
  private readonly jobTimeoutMs: number
  private isReady = false
  private timer: NodeJS.Timeout | undefined
  private cause: Death['cause'] = 'crash'
  private stderr = ''
  private current: { job: Job; onVariant: OnVariant; finish(outcome: Outcome): void } | undefined

  constructor(options: DecoderOptions) {
    const { program = siblingProgram(import.meta.url, '../../decoder/child'), settings, env, jobTimeoutMs } = options
    const [execPath = '', ...before] = [...(options.confinement?.command ?? []), process.execPath]
    this.jobTimeoutMs = jobTimeoutMs
    this.child = fork(program, [JSON.stringify({ ...settings, parent: process.pid })], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execPath,
      execArgv: [...before, ...(isSource(program.pathname) ? ['--conditions=daymark-src'] : [])],
      env: { ...env, ...MEMORY },
    })
    // requests of users have precedence over decoding
    if (this.child.pid !== undefined) setPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    this.child.on('message', (message: Message) => this.onMessage(message))
    this.child.stderr?.on('data', (text: Buffer) => void (this.stderr = (this.stderr + text).slice(-STDERR_LENGTH)))
    this.child.once('error', error => this.die(error.message))
    this.child.once('exit', (code, signal) =>
      this.die(`${signal ?? `exit code ${code}`} ${this.stderr}`.trim(), signal),
    )
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  run(job: Job, onVariant: OnVariant): Promise<Outcome> {
    this.jobs++
    return new Promise(resolve => {
      this.endAfter(this.isReady ? this.jobTimeoutMs : START_MS)
      const finish = (outcome: Outcome): void => {
        clearTimeout(this.timer)
        this.current = undefined
        resolve(outcome)
      }
      this.current = { job, onVariant, finish }
      if (!this.isAlive) finish(this.death('it could not be started'))
      else if (this.isReady) this.send(job)
    })
  }

  /** A decoder needs no graceful shutdown. */
  kill(cause: Death['cause'] = 'stopped'): void {
    this.cause = cause
    this.killGroup()
  }

  private onMessage(message: Message): void {
    if (message.kind === 'variant') this.current?.onVariant(message.size, message.file)
    if (message.kind === 'ready') {
      this.isReady = true
      if (!this.current) return
      // the time limit of the job starts when the process is ready
      this.endAfter(this.jobTimeoutMs)
      this.send(this.current.job)
    }
    if (message.kind === 'result') {
      this.rss = message.rss
      this.current?.finish(message.result)
    }
  }

  private endAfter(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.kill('timeout'), ms)
  }

  private send(job: Job): void {
    // if sending fails the process has ended, and its exit settles the job
    this.child.send(job, () => {})
  }

  private die(detail: string, signal?: NodeJS.Signals | null): void {
    this.isAlive = false
    if (signal === 'SIGUSR2') this.cause = 'memory'
    // killed by the system: this class sets `cause` before it kills
    if (signal === 'SIGKILL' && this.cause === 'crash') this.cause = 'killed'
    this.killGroup()
    this.current?.finish(this.death(detail))
  }

  /** If the process never became ready, the file is not to blame. */
  private death(detail: string): Outcome {
    if (!this.isReady && this.cause !== 'stopped') return { kind: 'fault', detail: `no decoding process: ${detail}` }
    return { kind: 'died', cause: this.cause, detail }
  }

  /** Kills the group, because SIGKILL for the process alone would leave its ExifTool running. */
  private killGroup(): void {
    if (this.child.pid === undefined) return
    try {
      process.kill(-this.child.pid, 'SIGKILL')
    } catch (error) {
      // ESRCH: no process is left. EPERM: macOS returns it for groups whose last member is dead.
      if (!['ESRCH', 'EPERM'].includes(errorCode(error))) throw error
    }
  }
}
