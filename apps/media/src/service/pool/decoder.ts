import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { errorCode } from '../../shared/error-code.ts'
import type { Confinement } from './confinement.ts'
import type { ChildSettings, Job, Message, OnVariant, Result } from '../../shared/messages.ts'
import { besideThis, isSource } from '../../shared/source-file.ts'

export type DecoderOptions = {
  settings: Omit<ChildSettings, 'parent'>
  /** All a decoder sees of the environment: database passwords stay outside. */
  env: NodeJS.ProcessEnv
  jobTimeoutMs: number
  /** Default: none. */
  confinement?: Confinement
  /** Default: the decoders of this service; tests bring others. */
  program?: URL
}
export type Death = { kind: 'died'; cause: 'crash' | 'killed' | 'timeout' | 'memory' | 'stopped'; detail: string }
export type Outcome = Result | Death

const LAST_WORDS = 1000
/** Less than a second on most machines; a busy one may take long. */
const START_MS = 60_000

/** One decoding process, in a process group of its own: what it started ends with it. */
export class Decoder {
  jobs = 0
  rss = 0
  isAlive = true
  private readonly child: ChildProcess
  private readonly jobTimeoutMs: number
  private isReady = false
  private timer: NodeJS.Timeout | undefined
  private cause: Death['cause'] = 'crash'
  private lastWords = ''
  private current: { job: Job; onVariant: OnVariant; finish(outcome: Outcome): void } | undefined

  constructor(options: DecoderOptions) {
    const { program = besideThis(import.meta.url, '../../decoder/child'), settings, env, jobTimeoutMs } = options
    const [execPath = '', ...before] = [...(options.confinement?.command ?? []), process.execPath]
    this.jobTimeoutMs = jobTimeoutMs
    this.child = fork(program, [JSON.stringify({ ...settings, parent: process.pid })], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execPath,
      execArgv: [...before, ...(isSource(program.pathname) ? ['--conditions=daymark-src'] : [])],
      // Fewer arenas: 200 MB a process instead of 300. A photo has no use for more threads.
      env: { ...env, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
    })
    // Whoever uploads or looks at a gallery meanwhile comes first.
    if (this.child.pid !== undefined) setPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    this.child.on('message', (message: Message) => this.onMessage(message))
    this.child.stderr?.on('data', (text: Buffer) => void (this.lastWords = (this.lastWords + text).slice(-LAST_WORDS)))
    this.child.once('error', error => this.die(error.message))
    this.child.once('exit', (code, signal) =>
      this.die(`${signal ?? `exit code ${code}`} ${this.lastWords}`.trim(), signal),
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

  /** Nothing in a decoder needs an orderly end. */
  kill(cause: Death['cause'] = 'stopped'): void {
    this.cause = cause
    this.killGroup()
  }

  private onMessage(message: Message): void {
    if (message.kind === 'variant') this.current?.onVariant(message.size, message.file)
    if (message.kind === 'ready') {
      this.isReady = true
      if (!this.current) return
      // its start is not the photo's time
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
    // When it cannot be sent the process is gone, and its end answers the job.
    this.child.send(job, () => {})
  }

  private die(detail: string, signal?: NodeJS.Signals | null): void {
    this.isAlive = false
    if (signal === 'SIGUSR2') this.cause = 'memory'
    // not by us: then the cause would be another
    if (signal === 'SIGKILL' && this.cause === 'crash') this.cause = 'killed'
    this.killGroup()
    this.current?.finish(this.death(detail))
  }

  /** A process that never got ready says nothing about the file. */
  private death(detail: string): Outcome {
    if (!this.isReady && this.cause !== 'stopped') return { kind: 'fault', detail: `no decoding process: ${detail}` }
    return { kind: 'died', cause: this.cause, detail }
  }

  /** The group: SIGKILL for the process alone would leave its ExifTool running for ever. */
  private killGroup(): void {
    if (this.child.pid === undefined) return
    try {
      process.kill(-this.child.pid, 'SIGKILL')
    } catch (error) {
      // ESRCH: all gone. EPERM: macOS says so of groups whose last member is dead.
      if (!['ESRCH', 'EPERM'].includes(errorCode(error))) throw error
    }
  }
}
