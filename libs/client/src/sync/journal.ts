import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type LocalPhoto, READ_WITHOUT_FOLLOWING_LINKS } from './local-photos.ts'

/** A file that is in the library. `album`: id of the album to which the file was added. `image`: id of the image. */
type CompletedFile = { path: string; size: number; modified: number; image: string; album?: string }

/** The library to which a journal belongs: address of the installation and id of the account. */
export type Library = { server: string; account: string }

export class OtherAccountError extends Error {}

/**
 * A file with one line for each completed upload, appended on completion. A line truncated by a crash is ignored, and so are all lines if the
 * journal belongs to another installation. A journal of another account is rejected, because the user may have passed a wrong token.
 */
export class Journal {
  private readonly completedFiles = new Map<string, CompletedFile>()
  private readonly file: string
  private readonly header: string
  private descriptor: number | undefined

  constructor(file: string, { server, account }: Library) {
    this.file = file
    this.header = JSON.stringify({ version: 2, server, account })
    const [firstLine = '', ...lines] = readJournal(file).split('\n')
    const previousHeader = parseLine<Partial<Library>>(firstLine)
    if (previousHeader?.server === server && previousHeader.account !== undefined && previousHeader.account !== account)
      throw new OtherAccountError(
        `${file} belongs to another account. Name another file for this account with --state.`,
      )
    for (const line of firstLine === this.header ? lines : []) {
      const entry = parseLine<CompletedFile>(line)
      if (entry) this.completedFiles.set(entry.path, entry)
    }
  }

  /** Whether the journal contains this version of the file, so that it need not be uploaded. */
  has({ path, size, modified }: LocalPhoto, needsAlbum: boolean): boolean {
    const entry = this.completedFiles.get(path)
    return entry?.size === size && entry.modified === modified && (!needsAlbum || entry.album !== undefined)
  }

  add({ path, size, modified }: LocalPhoto, image: string, album: string | undefined): void {
    const entry: CompletedFile = { path, size, modified, image, ...(album !== undefined && { album }) }
    writeSync(this.open(), `${JSON.stringify(entry)}\n`)
    this.completedFiles.set(path, entry)
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor)
    this.descriptor = undefined
  }

  /**
   * Rewrites the journal without outdated lines. A new file replaces the old one, so a symbolic link in its place is
   * replaced and never followed.
   */
  private open(): number {
    if (this.descriptor !== undefined) return this.descriptor
    const lines = [this.header, ...[...this.completedFiles.values()].map(entry => JSON.stringify(entry))]
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
    const temporary = `${this.file}.${randomUUID()}`
    const descriptor = openSync(temporary, 'ax', 0o600)
    writeFileSync(descriptor, `${lines.join('\n')}\n`)
    renameSync(temporary, this.file)
    return (this.descriptor = descriptor)
  }
}

function readJournal(file: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, READ_WITHOUT_FOLLOWING_LINKS)
    if (!fstatSync(descriptor).isFile()) throw new Error(`${file} is not a file.`)
    return readFileSync(descriptor, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    if (code === 'ELOOP' || code === 'EMLINK') throw new Error(`${file} is a symbolic link, which is not allowed here.`)
    throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function parseLine<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T
  } catch {
    return undefined
  }
}
