import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { errorCode, isSource, siblingProgramUrl } from '../../shared/runtime.ts'
import type { Confinement } from './confinement.ts'
import type { ChildSettings, Job, DecoderMessage, OnVariant, JobResult } from '../../shared/messages.ts'

export type DecoderOptions = {
  settings: Omit<ChildSettings, 'parentPid'>
  /** All environment variables of a decoder. They must not include secrets of the server. */
  env: NodeJS.ProcessEnv
  jobTimeoutMs: number
  confinement?: Confinement
  /** The decoder program. Default: decoder/child. Tests use other programs. */
  program?: URL
}
export type DecoderDeath = {
  kind: 'died'
  cause: 'crash' | 'killed' | 'timeout' | 'memory' | 'stopped'
  detail: string
}
export type DecoderOutcome = JobResult | DecoderDeath

const MAX_STDERR_LENGTH = 1000
/** Timeout for the start of a process, which usually takes less than a second. */
const START_TIMEOUT_MS = 60_000

/**
 * Environment variables that limit memory. Two threads are enough for a photo. Two malloc arenas reduce the memory of a process from 300 MB
 * to 200 MB. With these thresholds, the process reuses freed memory; requesting it from the system again takes 5 % of the CPU time of a
 * photo.
 */
const MEMORY_ENV = {
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
}

/** A decoding process in its own process group, so that its child processes can be killed with it. */
export class Decoder {
  /** Number of jobs that this process has started. */
  jobCount = 0
  /** Resident memory after the last job. */
  rssBytes = 0
  isAlive = true
  private readonly child: ChildProcess
  private readonly jobTimeoutMs: number
  private isReady = false
  private timer: NodeJS.Timeout | undefined
  private cause: DecoderDeath['cause'] = 'crash'
  private stderr = ''
  private current: { job: Job; onVariant: OnVariant; finish(outcome: DecoderOutcome): void } | undefined

  constructor(options: DecoderOptions) {
    const { program = siblingProgramUrl(import.meta.url, '../../decoder/child'), settings, env, jobTimeoutMs } = options
    const [execPath = '', ...confinementArgs] = [...(options.confinement?.command ?? []), process.execPath]
    this.jobTimeoutMs = jobTimeoutMs
    this.child = fork(program, [JSON.stringify({ ...settings, parentPid: process.pid })], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execPath,
      execArgv: [...confinementArgs, ...(isSource(program.pathname) ? ['--conditions=daymark-src'] : [])],
      env: { ...env, ...MEMORY_ENV },
    })
    // requests of users have priority over decoding
    if (this.child.pid !== undefined) setPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    this.child.on('message', (message: DecoderMessage) => this.onMessage(message))
    this.child.stderr?.on('data', (text: Buffer) => void (this.stderr = (this.stderr + text).slice(-MAX_STDERR_LENGTH)))
    this.child.once('error', error => this.onExit(error.message))
    this.child.once('exit', (code, signal) =>
      this.onExit(`${signal ?? `exit code ${code}`} ${this.stderr}`.trim(), signal),
    )
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  run(job: Job, onVariant: OnVariant): Promise<DecoderOutcome> {
    this.jobCount++
    return new Promise(resolve => {
      this.killAfter(this.isReady ? this.jobTimeoutMs : START_TIMEOUT_MS)
      const finish = (outcome: DecoderOutcome): void => {
        clearTimeout(this.timer)
        this.current = undefined
        resolve(outcome)
      }
      this.current = { job, onVariant, finish }
      if (!this.isAlive) finish(this.deathOutcome('the process could not be started'))
      else if (this.isReady) this.send(job)
    })
  }

  /** Kills the process immediately; a decoder has nothing to save. */
  kill(cause: DecoderDeath['cause'] = 'stopped'): void {
    this.cause = cause
    this.killGroup()
  }

  private onMessage(message: DecoderMessage): void {
    if (message.kind === 'variant') this.current?.onVariant(message.size, message.file)
    if (message.kind === 'ready') {
      this.isReady = true
      if (!this.current) return
      // the timeout of the job starts when the process is ready
      this.killAfter(this.jobTimeoutMs)
      this.send(this.current.job)
    }
    if (message.kind === 'result') {
      this.rssBytes = message.rssBytes
      this.current?.finish(message.result)
    }
  }

  private killAfter(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.kill('timeout'), ms)
  }

  private send(job: Job): void {
    // if sending fails, the process has ended, and `onExit` settles the job
    this.child.send(job, () => {})
  }

  private onExit(detail: string, signal?: NodeJS.Signals | null): void {
    this.isAlive = false
    if (signal === 'SIGUSR2') this.cause = 'memory'
    // `kill` sets another cause, so this signal came from the kernel
    if (signal === 'SIGKILL' && this.cause === 'crash') this.cause = 'killed'
    this.killGroup()
    this.current?.finish(this.deathOutcome(detail))
  }

  /** Returns the outcome of the job when the process has ended. If the process never became ready, the file is not the cause. */
  private deathOutcome(detail: string): DecoderOutcome {
    if (!this.isReady && this.cause !== 'stopped')
      return { kind: 'fault', detail: `the decoding process did not start: ${detail}` }
    return { kind: 'died', cause: this.cause, detail }
  }

  /** Kills the process group. Otherwise ExifTool, a child of the process, would continue to run. */
  private killGroup(): void {
    if (this.child.pid === undefined) return
    try {
      process.kill(-this.child.pid, 'SIGKILL')
    } catch (error) {
      // ESRCH: no process is left; EPERM: returned by macOS if the last process of the group has just ended
      if (!['ESRCH', 'EPERM'].includes(errorCode(error))) throw error
    }
  }
}
