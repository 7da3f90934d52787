import type { Job, OnVariant } from '../../shared/messages.ts'
import { DecoderTurns } from './decoder-turns.ts'
import { Decoder, type DecoderOptions, type DecoderOutcome } from './decoder.ts'

export type DecoderPoolOptions = DecoderOptions & {
  /** Maximum number of processes. DecoderTurns allows one more while one owner uses all of them. Processes start on demand. */
  size: number
  /** Number of photos after which the pool replaces a process. */
  jobsPerProcess: number
  /** Memory in bytes above which the pool replaces a process after a photo. */
  recycleAboveBytes: number
  /** Idle time in milliseconds after which the pool ends a process. */
  idleMs: number
}

/** Thrown if the pool was closed before the job finished. The job is retried after the restart of the service. */
export class PoolClosed extends Error {
  override name = 'PoolClosed'
}

const JOB_KINDS: string[] = ['photo', 'visitor', 'warm-up']

/** Runs jobs in child processes, so that a decoder that crashes, hangs or uses too much memory does not affect the service. */
export class DecoderPool {
  private readonly idle: Decoder[] = []
  private readonly busy = new Set<Decoder>()
  private readonly turns: DecoderTurns
  private isClosed = false
  private readonly counts = new Map(JOB_KINDS.map(kind => [kind, { waiting: 0, running: 0 }]))

  constructor(private readonly options: DecoderPoolOptions) {
    this.turns = new DecoderTurns(options.size)
  }

  /**
   * Runs a job. Resolves with an outcome for every file, even a damaged one, or if the decoder dies. Rejects with PoolClosed if the pool is
   * closed.
   */
  async run(job: Job, onVariant: OnVariant = () => {}, { kind = 'photo', ownerId = '' } = {}): Promise<DecoderOutcome> {
    const kindCounts = this.countsOf(kind)
    kindCounts.waiting++
    return this.turns.run(kind, ownerId, async () => {
      kindCounts.waiting--
      kindCounts.running++
      try {
        return await this.decode(job, onVariant)
      } finally {
        kindCounts.running--
      }
    })
  }

  private countsOf(kind: string): { waiting: number; running: number } {
    const kindCounts = this.counts.get(kind) ?? { waiting: 0, running: 0 }
    this.counts.set(kind, kindCounts)
    return kindCounts
  }

  private async decode(job: Job, onVariant: OnVariant): Promise<DecoderOutcome> {
    if (this.isClosed) throw new PoolClosed('the decoder pool was closed')
    const decoder = this.takeDecoder()
    try {
      const outcome = await decoder.run(job, onVariant)
      if (this.isClosed && outcome.kind === 'died') throw new PoolClosed('the decoder pool was closed')
      return outcome
    } finally {
      this.returnDecoder(decoder)
    }
  }

  /** Returns the number of waiting and running jobs by kind. */
  countJobs(): { kind: string; waiting: number; running: number }[] {
    return [...this.counts].map(([kind, { waiting, running }]) => ({ kind, waiting, running }))
  }

  /** True if decoders cannot read the store. */
  get isStoreHidden(): boolean {
    return this.options.confinement?.isStoreHidden ?? false
  }

  /** Ids of the decoder processes. Only tests use them. */
  get pids(): number[] {
    return [...this.busy, ...this.idle].flatMap(({ pid }) => pid ?? [])
  }

  onModuleDestroy(): void {
    this.close()
  }

  close(): void {
    this.isClosed = true
    for (const decoder of [...this.busy, ...this.idle.splice(0)]) decoder.kill()
  }

  /** Takes the idle process that was used last, so that the others remain idle and end; starts a process if none is idle. */
  private takeDecoder(): Decoder {
    let decoder = this.idle.pop()
    while (decoder && !decoder.isAlive) decoder = this.idle.pop()
    decoder ??= new Decoder(this.options)
    this.busy.add(decoder)
    return decoder
  }

  private returnDecoder(decoder: Decoder): void {
    const { jobsPerProcess, recycleAboveBytes } = this.options
    this.busy.delete(decoder)
    if (!decoder.isAlive || this.isClosed || decoder.jobCount >= jobsPerProcess || decoder.rssBytes > recycleAboveBytes)
      decoder.kill()
    else this.addIdle(decoder)
  }

  private addIdle(decoder: Decoder): void {
    this.idle.push(decoder)
    const { jobCount } = decoder
    setTimeout(() => {
      const index = this.idle.indexOf(decoder)
      if (index === -1 || decoder.jobCount !== jobCount) return
      this.idle.splice(index, 1)
      decoder.kill()
    }, this.options.idleMs).unref()
  }
}
