import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Maximum size of buffered lines while writing fails: about 5,000 lines. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const RETRY_MS = 250

/**
 * Writes log lines to a file descriptor synchronously and in order. It never throws for a full disk, a closed pipe or a slow reader:
 * lines are buffered, lines beyond the buffer are dropped, and a later line states the number of dropped lines.
 */
export class LogOutput implements DestinationStream {
  private readonly waiting: Buffer[] = []
  private waitingBytes = 0
  private lost = 0
  private timer?: NodeJS.Timeout
  private readonly maxBytes: number

  constructor(
    private readonly fd: number,
    maxBytes = MAX_BUFFERED_BYTES,
  ) {
    this.maxBytes = maxBytes
  }

  write(line: string): void {
    if (this.waiting.length > 0) this.flush()
    // After the first dropped line drop all lines until the buffer is written, so that the note appears where lines are missing.
    if (this.lost > 0 || this.waitingBytes + line.length > this.maxBytes) this.lost++
    else this.add(Buffer.from(line))
  }

  private add(bytes: Buffer): void {
    const unwritten = this.waiting.length > 0 ? bytes : bytes.subarray(this.attempt(bytes))
    if (unwritten.length === 0) return
    this.waiting.push(unwritten)
    this.waitingBytes += unwritten.length
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
    const { lost: lostLines } = this
    this.lost = 0
    if (lostLines > 0) this.add(formatLostLines(lostLines))
  }

  /** Returns the number of written bytes. */
  private attempt(bytes: Buffer): number {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.fd, bytes, written)
    } catch {
      // EPIPE, ENOSPC, EAGAIN …: the rest stays in the buffer
    }
    return written
  }
}

const formatLostLines = (lines: number): Buffer =>
  Buffer.from(`${JSON.stringify({ level: 40, time: Date.now(), event: 'log.lost', lines })}\n`)

/** The output of all loggers of the process, so that buffered lines keep their order with the lines of other loggers. */
export const standardOutput = new LogOutput(1)
