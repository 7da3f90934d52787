import type { Job, OnVariant } from '../../shared/messages.ts'
import { DecoderTurns } from './decoder-turns.ts'
import { Decoder, type DecoderOptions, type Outcome } from './decoder.ts'

export type PoolOptions = DecoderOptions & {
  /** Processes at most, and one more when one owner has them all (DecoderTurns); they are started when there is work. */
  size: number
  /** A process is replaced after so many photos … */
  jobsPerProcess: number
  /** … or when it holds so many bytes after one. */
  recycleAbove: number
  /** … or when it had nothing to do for so long. */
  idleMs: number
}

/** The pool was closed before the photo was done: its event comes again. */
export class PoolClosed extends Error {
  override name = 'PoolClosed'
}

const KINDS: string[] = ['photo', 'visitor', 'warm-up']

/** Decoding in processes that may crash, hang and swell without harm to the service. */
export class Pool {
  private readonly idle: Decoder[] = []
  private readonly busy = new Set<Decoder>()
  private readonly turns: DecoderTurns
  private isClosed = false
  private readonly counts = new Map(KINDS.map(kind => [kind, { waiting: 0, running: 0 }]))

  constructor(private readonly options: PoolOptions) {
    this.turns = new DecoderTurns(options.size)
  }

  /** Never rejects because of a file. Jobs that wait when the pool is closed are refused as their turn comes: killed jobs free their places. */
  async run(job: Job, onVariant: OnVariant = () => {}, { kind = 'photo', ownerId = '' } = {}): Promise<Outcome> {
    const count = this.countOf(kind)
    count.waiting++
    return this.turns.run(kind, ownerId, async () => {
      count.waiting--
      count.running++
      try {
        return await this.decode(job, onVariant)
      } finally {
        count.running--
      }
    })
  }

  private countOf(kind: string): { waiting: number; running: number } {
    const known = this.counts.get(kind) ?? { waiting: 0, running: 0 }
    this.counts.set(kind, known)
    return known
  }

  private async decode(job: Job, onVariant: OnVariant): Promise<Outcome> {
    if (this.isClosed) throw new PoolClosed('the decoding processes were stopped')
    const decoder = this.take()
    try {
      const outcome = await decoder.run(job, onVariant)
      if (this.isClosed && outcome.kind === 'died') throw new PoolClosed('the decoding processes were stopped')
      return outcome
    } finally {
      this.putBack(decoder)
    }
  }

  /** What waits and runs of each kind that there was so far. */
  load(): { kind: string; waiting: number; running: number }[] {
    return [...this.counts].map(([kind, { waiting, running }]) => ({ kind, waiting, running }))
  }

  /** Decoders do not see the store. */
  get isApart(): boolean {
    return this.options.confinement?.isApart ?? false
  }

  /** Process ids, for tests. */
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

  /** The one that worked last: the others may grow idle and go. */
  private take(): Decoder {
    let decoder = this.idle.pop()
    while (decoder && !decoder.isAlive) decoder = this.idle.pop()
    decoder ??= new Decoder(this.options)
    this.busy.add(decoder)
    return decoder
  }

  private putBack(decoder: Decoder): void {
    const { jobsPerProcess, recycleAbove } = this.options
    this.busy.delete(decoder)
    if (!decoder.isAlive || this.isClosed || decoder.jobs >= jobsPerProcess || decoder.rss > recycleAbove)
      decoder.kill()
    else this.rest(decoder)
  }

  private rest(decoder: Decoder): void {
    this.idle.push(decoder)
    const { jobs } = decoder
    setTimeout(() => {
      const place = this.idle.indexOf(decoder)
      if (place === -1 || decoder.jobs !== jobs) return
      this.idle.splice(place, 1)
      decoder.kill()
    }, this.options.idleMs).unref()
  }
}
