import type { Job, OnVariant } from '../../shared/messages.ts'
import { DecoderTurns } from './decoder-turns.ts'
import { Decoder, type DecoderOptions, type Outcome } from './decoder.ts'

export type PoolOptions = DecoderOptions & {
  /** The maximum number of processes, plus one when one owner uses all (DecoderTurns). They start when there is work. */
  size: number
  /** A process is replaced after this number of photos … */
  jobsPerProcess: number
  /** … or when it uses more than this number of bytes after a photo … */
  recycleAbove: number
  /** … or when it was idle for this time. */
  idleMs: number
}

/** The pool was closed before the photo was processed; its event will be redelivered. */
export class PoolClosed extends Error {
  override name = 'PoolClosed'
}

const KINDS: string[] = ['photo', 'visitor', 'warm-up']

/** Runs decoders in child processes, which may crash, hang or use much memory without harm to the service. */
export class Pool {
  private readonly idle: Decoder[] = []
  private readonly busy = new Set<Decoder>()
  private readonly turns: DecoderTurns
  private isClosed = false
  private readonly counts = new Map(KINDS.map(kind => [kind, { waiting: 0, running: 0 }]))

  constructor(private readonly options: PoolOptions) {
    this.turns = new DecoderTurns(options.size)
  }

  /** Never rejects because of a file. When the pool is closed, waiting jobs reject with PoolClosed when their turn comes. */
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

  /** Returns the number of waiting and running jobs by kind. */
  load(): { kind: string; waiting: number; running: number }[] {
    return [...this.counts].map(([kind, { waiting, running }]) => ({ kind, waiting, running }))
  }

  /** Whether decoders cannot see the store. */
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

  /** Takes the most recently used process, so that the others can become idle and end. */
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
