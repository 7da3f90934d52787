import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Kept while nothing can be written; about 5,000 lines. */
const MOST_BYTES = 1024 * 1024
const RETRY_MS = 250

/**
 * A file descriptor that log lines go to, at once and in order. A full disk, a closed pipe and a reader that is too slow never
 * throw: some lines wait, those beyond that are lost, and a line says how many as soon as there is room again.
 */
export class LogOutput implements DestinationStream {
  private readonly waiting: Buffer[] = []
  private waitingBytes = 0
  private lost = 0
  private timer?: NodeJS.Timeout
  private readonly mostBytes: number

  constructor(
    private readonly fd: number,
    mostBytes = MOST_BYTES,
  ) {
    this.mostBytes = mostBytes
  }

  write(line: string): void {
    if (this.waiting.length > 0) this.flush()
    // Once lines are lost, later ones are too until all that waited is out: the note stands where they are missing.
    if (this.lost > 0 || this.waitingBytes + line.length > this.mostBytes) this.lost++
    else this.add(Buffer.from(line))
  }

  private add(bytes: Buffer): void {
    const rest = this.waiting.length > 0 ? bytes : bytes.subarray(this.attempt(bytes))
    if (rest.length === 0) return
    this.waiting.push(rest)
    this.waitingBytes += rest.length
    this.timer ??= setInterval(() => this.flush(), RETRY_MS).unref()
  }

  private flush(): void {
    for (let [first] = this.waiting; first; [first] = this.waiting) {
      const written = this.attempt(first)
      this.waitingBytes -= written
      if (written < first.length) return void (this.waiting[0] = first.subarray(written))
      this.waiting.shift()
    }
    clearInterval(this.timer)
    this.timer = undefined
    const { lost } = this
    this.lost = 0
    if (lost > 0) this.add(note(lost))
  }

  /** How many bytes went. */
  private attempt(bytes: Buffer): number {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.fd, bytes, written)
    } catch {
      // EPIPE, ENOSPC, EAGAIN …: what is left waits
    }
    return written
  }
}

const note = (lines: number): Buffer =>
  Buffer.from(`${JSON.stringify({ level: 40, time: Date.now(), event: 'log.lost', lines })}\n`)

/** One for the process: what waits must not mix with what other loggers write. */
export const standardOutput = new LogOutput(1)
