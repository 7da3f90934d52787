import { basename } from 'node:path'
import type { Daymark } from '../daymark.ts'
import { DaymarkError } from '../errors.ts'
import type { Image } from '../types.ts'
import { Journal, type Library } from './journal.ts'
import { createUploadSource, hashPhoto, listPhotos, type LocalPhoto } from './local-photos.ts'
import type { SyncOptions } from './options.ts'
import type { Output, Totals } from './output.ts'

const MAX_TITLE_LENGTH = 300

/** Finds the album of each folder by title, or creates it for the first photo. */
class FolderAlbums {
  private readonly albums = new Map<string, Promise<string>>()
  private readonly daymark: Daymark
  private readonly root: string

  constructor(daymark: Daymark, root: string) {
    this.daymark = daymark
    this.root = root
  }

  /** Loads the existing albums, which are used for folders with the same title. */
  async loadAlbums(): Promise<void> {
    for await (const { id, title } of this.daymark.albums.all({ limit: 200 }))
      if (!this.albums.has(title)) this.albums.set(title, Promise.resolve(id))
  }

  findOrCreate(folder: string): Promise<string> {
    const title = this.titleOf(folder)
    const existing = this.albums.get(title)
    if (existing) return existing
    const created = this.daymark.albums.create({ title }).then(({ id }) => id)
    this.albums.set(title, created)
    created.catch(() => this.albums.delete(title)) // the next photo of the folder tries again to create the album
    return created
  }

  private titleOf(folder: string): string {
    return (folder === '' ? basename(this.root) : folder.split('/').join(' / ')).slice(0, MAX_TITLE_LENGTH)
  }
}

/** Processes items with limited concurrency. Rejects with the first failure and starts no further items. */
export async function runConcurrently<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let hasFailed = false
  const worker = async () => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) await work(next.value)
  }
  const workers = Array.from({ length: limit }, () =>
    worker().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  const rejected = (await Promise.allSettled(workers)).find(result => result.status === 'rejected')
  if (rejected) throw rejected.reason
}

/** Number of files that are looked up in one call and uploaded before further files are read. */
const FILES_PER_BATCH = 200
/**
 * Error codes that concern only one file, so that the remaining files are still uploaded. Every other error ends the run, because the next
 * file would fail in the same way.
 */
const FILE_ERROR_CODES = [
  'unsupported_file',
  'empty_file',
  'image_unreadable',
  'file_too_large',
  'invalid_input',
  'unknown',
]

/** `photos`: SHA-256 of each photo. `images`: image of the library by SHA-256. */
type Batch = { photos: Map<LocalPhoto, string>; images: Map<string, Image> }

/** Uploads the new files of a folder. Files that are already in the library are only added to their album. */
export class Sync {
  readonly totals: Totals = { found: 0, done: 0, uploaded: 0, known: 0, failed: 0, bytes: 0 }
  private readonly daymark: Daymark
  private readonly options: SyncOptions
  private readonly output: Output
  private readonly journal: Journal
  private readonly albums: FolderAlbums | undefined

  /** Throws an OtherAccountError if the folder was uploaded for another account. */
  constructor(daymark: Daymark, options: SyncOptions & { library: Library }, output: Output) {
    this.daymark = daymark
    this.options = options
    this.output = output
    this.journal = new Journal(options.state, options.library)
    if (options.albumPerFolder) this.albums = new FolderAlbums(daymark, options.folder)
  }

  async run(): Promise<Totals> {
    const allPhotos: LocalPhoto[] = []
    for await (const photo of listPhotos(this.options.folder)) allPhotos.push(photo)
    const unfinished = allPhotos.filter(photo => !this.journal.has(photo, this.albums !== undefined))
    Object.assign(this.totals, { found: allPhotos.length, done: allPhotos.length - unfinished.length })
    try {
      if (unfinished.length > 0) await this.albums?.loadAlbums()
      for (let start = 0; start < unfinished.length; start += FILES_PER_BATCH)
        await this.syncBatch(unfinished.slice(start, start + FILES_PER_BATCH))
    } finally {
      this.journal.close()
    }
    return this.totals
  }

  private async syncBatch(photos: LocalPhoto[]): Promise<void> {
    const batch = await this.lookUp(photos)
    const missingPhotos = new Map<string, LocalPhoto>()
    for (const [photo, sha256] of batch.photos)
      if (!batch.images.has(sha256) && !missingPhotos.has(sha256)) missingPhotos.set(sha256, photo)
    await runConcurrently(this.options.concurrency, missingPhotos, ([sha256, photo]) =>
      this.uploadPhoto(photo, sha256, batch),
    )
    await this.recordKnownPhotos(batch, new Set(missingPhotos.values()))
  }

  /** Hashes files and looks them up in the library. */
  private async lookUp(photos: LocalPhoto[]): Promise<Batch> {
    const batch: Batch = { photos: new Map(), images: new Map() }
    await runConcurrently(this.options.concurrency, photos, async photo => {
      const sha256 = await hashPhoto(this.options.folder, photo)
      if (sha256) batch.photos.set(photo, sha256)
      else this.reportFailure(photo, 'the file changed while it was read')
    })
    const known = await this.daymark.images.known([...new Set(batch.photos.values())])
    for (const { sha256, image } of known) batch.images.set(sha256, image)
    return batch
  }

  private async uploadPhoto(photo: LocalPhoto, sha256: string, { images }: Batch): Promise<void> {
    if (this.options.dryRun) return this.report('would upload', photo, 'uploaded')
    try {
      const albumId = await this.albums?.findOrCreate(photo.folder)
      const source = createUploadSource(this.options.folder, photo)
      const key = `daymark-sync-${sha256}`
      const image = await this.daymark.images.upload(source, { key, ...(albumId && { albumId }) })
      images.set(sha256, image)
      this.totals.bytes += photo.size
      if (!albumId || image.album_ids.includes(albumId)) this.journal.add(photo, image.id, albumId)
      this.report('uploaded', photo, 'uploaded')
    } catch (error) {
      if (!(error instanceof DaymarkError && FILE_ERROR_CODES.includes(error.code))) throw error
      this.reportFailure(photo, error.message)
    }
  }

  /** Adds files that are already in the library to their album and to the journal. `uploadedPhotos` are already reported. */
  private async recordKnownPhotos({ photos, images }: Batch, uploadedPhotos: Set<LocalPhoto>): Promise<void> {
    const unrecordedPhotos = [...photos].flatMap(([photo, sha256]) => {
      const image = images.get(sha256)
      return image && !this.journal.has(photo, this.albums !== undefined) ? [{ photo, image }] : []
    })
    for (const folder of new Set(unrecordedPhotos.map(({ photo }) => photo.folder))) {
      const folderPhotos = unrecordedPhotos.filter(({ photo }) => photo.folder === folder)
      const albumId = this.options.dryRun ? undefined : await this.albums?.findOrCreate(folder)
      const notInAlbum = folderPhotos.filter(({ image }) => albumId && !image.album_ids.includes(albumId))
      if (albumId && notInAlbum.length > 0)
        await this.daymark.albums.addImages(albumId, [...new Set(notInAlbum.map(({ image }) => image.id))])
      for (const { photo, image } of folderPhotos) {
        if (!this.options.dryRun) this.journal.add(photo, image.id, albumId)
        if (!uploadedPhotos.has(photo)) this.report('known', photo, 'known')
      }
    }
  }

  private report(status: string, { path }: LocalPhoto, counter: 'uploaded' | 'known'): void {
    this.totals.done++
    this.totals[counter]++
    this.output.printFile(status, path, this.totals)
  }

  private reportFailure({ path }: LocalPhoto, reason: string): void {
    this.totals.failed++
    this.output.printLine(`failed ${path}: ${reason}`)
  }
}
