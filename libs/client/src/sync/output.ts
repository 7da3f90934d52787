import type { WriteStream } from 'node:tty'

/** Numbers of files of a run. `done`: files that are in the library now. `known`: files that were there before. `bytes`: bytes uploaded. */
export type Totals = { found: number; done: number; uploaded: number; known: number; failed: number; bytes: number }

/**
 * Removes control characters and direction marks from file names and messages of the server. Control sequences could manipulate the
 * terminal, and direction marks could disguise a name.
 */
export const toPrintable = (text: string): string => text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')

/** Prints the progress: on a terminal in one line that is overwritten, otherwise one line per file. */
export class Output {
  private readonly stream: Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number }
  constructor(stream: Output['stream'] = process.stdout) {
    this.stream = stream
  }

  printFile(status: string, path: string, totals: Totals): void {
    if (this.stream.isTTY) this.overwriteLine(toPrintable(`${formatTotals(totals)}  ${path}`))
    else this.stream.write(`${status} ${toPrintable(path)}\n`)
  }

  /** Prints a line that the progress does not overwrite. */
  printLine(text: string): void {
    this.clear()
    this.stream.write(`${toPrintable(text)}\n`)
  }

  private overwriteLine(line: string): void {
    this.clear()
    this.stream.write(line.slice(0, (this.stream.columns ?? 80) - 1))
  }

  private clear(): void {
    if (this.stream.isTTY) this.stream.write('\r\u001B[2K')
  }
}

export const formatTotals = ({ found, done, uploaded, known, failed, bytes }: Totals): string =>
  [
    `${done} of ${found}`,
    `${uploaded} uploaded (${(bytes / 1e6).toFixed(1)} MB)`,
    `${known} known`,
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ')
