import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Maximum size of the lines that are buffered while writing fails. 1 MB is about 5,000 lines. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const RETRY_MS = 250

/**
 * Writes log lines to a file descriptor synchronously and in order. It never throws for a full disk, a closed pipe or a slow reader:
 * lines are buffered, lines beyond the buffer are dropped, and a later line states the number of dropped lines.
 */
export class LogOutput implements DestinationStream {
  private readonly bufferedLines: Buffer[] = []
  private bufferedBytes = 0
  private lostLines = 0
  private timer?: NodeJS.Timeout
  private readonly maxBytes: number

  constructor(
    private readonly fd: number,
    maxBytes = MAX_BUFFERED_BYTES,
  ) {
    this.maxBytes = maxBytes
  }

  write(line: string): void {
    if (this.bufferedLines.length > 0) this.flush()
    // After the first dropped line, all lines are dropped until the buffer is written, so that the note about lost lines appears where they
    // are missing.
    if (this.lostLines > 0 || this.bufferedBytes + line.length > this.maxBytes) this.lostLines++
    else this.add(Buffer.from(line))
  }

  private add(bytes: Buffer): void {
    const unwritten = this.bufferedLines.length > 0 ? bytes : bytes.subarray(this.writeBytes(bytes))
    if (unwritten.length === 0) return
    this.bufferedLines.push(unwritten)
    this.bufferedBytes += unwritten.length
    this.timer ??= setInterval(() => this.flush(), RETRY_MS).unref()
  }

  private flush(): void {
    for (let [first] = this.bufferedLines; first; [first] = this.bufferedLines) {
      const written = this.writeBytes(first)
      this.bufferedBytes -= written
      if (written < first.length) return void (this.bufferedLines[0] = first.subarray(written))
      this.bufferedLines.shift()
    }
    clearInterval(this.timer)
    this.timer = undefined
    const { lostLines } = this
    this.lostLines = 0
    if (lostLines > 0) this.add(formatLostLines(lostLines))
  }

  /** Writes as many bytes as possible. Returns the number of written bytes. */
  private writeBytes(bytes: Buffer): number {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.fd, bytes, written)
    } catch {
      // The error (EPIPE, ENOSPC, EAGAIN, …) is ignored: the rest stays in the buffer and is written later.
    }
    return written
  }
}

const formatLostLines = (lines: number): Buffer =>
  Buffer.from(`${JSON.stringify({ level: 40, time: Date.now(), event: 'log.lost', lines })}\n`)

/** The output of all loggers of the process, so that buffered lines keep their order with the lines of other loggers. */
export const standardOutput = new LogOutput(1)
