import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import type { LocalPhoto } from './photos-in.ts'

/** A file that is in the library, and in the album of its folder where that was wanted. */
type Done = { path: string; size: number; modified: number; image: string; album?: string }

/** Whose library it is, and where. */
export type Library = { server: string; account: string }

export class OtherAccountError extends Error {}

/**
 * What was done, one line each, added as it is done: a line that was cut by a crash counts as not written. Of another installation
 * it says nothing. One of another account is refused: a library is not to be filled with somebody else's photos by a mistaken token.
 */
export class Journal {
  private readonly done = new Map<string, Done>()
  private readonly file: string
  private readonly head: string
  private descriptor: number | undefined

  constructor(file: string, { server, account }: Library) {
    this.file = file
    this.head = JSON.stringify({ version: 2, server, account })
    const [first = '', ...lines] = textOf(file).split('\n')
    const kept = parsed<Partial<Library>>(first)
    if (kept?.server === server && kept.account !== undefined && kept.account !== account)
      throw new OtherAccountError(
        `${file} says that this folder was uploaded to another account. For this one choose another file with --state.`,
      )
    for (const line of first === this.head ? lines : []) {
      const entry = parsed<Done>(line)
      if (entry) this.done.set(entry.path, entry)
    }
  }

  /** Nothing is left to do for it. */
  has({ path, size, modified }: LocalPhoto, needsAlbum: boolean): boolean {
    const entry = this.done.get(path)
    return entry?.size === size && entry.modified === modified && (!needsAlbum || entry.album !== undefined)
  }

  add({ path, size, modified }: LocalPhoto, image: string, album: string | undefined): void {
    const entry: Done = { path, size, modified, image, ...(album !== undefined && { album }) }
    writeSync(this.open(), `${JSON.stringify(entry)}\n`)
    this.done.set(path, entry)
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor)
    this.descriptor = undefined
  }

  /** Written anew first, without what is out of date. */
  private open(): number {
    if (this.descriptor !== undefined) return this.descriptor
    const lines = [this.head, ...[...this.done.values()].map(entry => JSON.stringify(entry))]
    writeFileSync(`${this.file}.new`, `${lines.join('\n')}\n`, { mode: 0o600 })
    renameSync(`${this.file}.new`, this.file)
    return (this.descriptor = openSync(this.file, 'a'))
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T
  } catch {
    return undefined
  }
}
