import type { Daymark } from '../daymark.ts'
import { DaymarkError } from '../errors.ts'
import type { Image } from '../types.ts'
import { atOnce } from './at-once.ts'
import { contentOf, sourceOf } from './content.ts'
import { FolderAlbums } from './folder-albums.ts'
import { Journal, type Library } from './journal.ts'
import type { SyncOptions } from './options.ts'
import type { Output, Totals } from './output.ts'
import { type LocalPhoto, photosIn } from './photos-in.ts'

/** Number of files that are looked up in one call and uploaded before the next ones are read. */
const BATCH = 200
/** Errors that concern one file only. Other errors would repeat for the next file. */
const OF_THE_FILE = ['unsupported_file', 'empty_file', 'image_unreadable', 'file_too_large', 'invalid_input', 'unknown']

type Batch = { photos: Map<LocalPhoto, string>; images: Map<string, Image> }

/** Uploads new files of a folder, and adds known ones to their album. */
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
    const all: LocalPhoto[] = []
    for await (const photo of photosIn(this.options.folder)) all.push(photo)
    const left = all.filter(photo => !this.journal.has(photo, this.albums !== undefined))
    Object.assign(this.totals, { found: all.length, done: all.length - left.length })
    try {
      if (left.length > 0) await this.albums?.read()
      for (let at = 0; at < left.length; at += BATCH) await this.take(left.slice(at, at + BATCH))
    } finally {
      this.journal.close()
    }
    return this.totals
  }

  private async take(photos: LocalPhoto[]): Promise<void> {
    const batch = await this.compared(photos)
    const missing = new Map<string, LocalPhoto>()
    for (const [photo, sha256] of batch.photos)
      if (!batch.images.has(sha256) && !missing.has(sha256)) missing.set(sha256, photo)
    await atOnce(this.options.concurrency, missing, ([sha256, photo]) => this.send(photo, sha256, batch))
    await this.note(batch, new Set(missing.values()))
  }

  /** Hashes files and looks them up in the library. */
  private async compared(photos: LocalPhoto[]): Promise<Batch> {
    const batch: Batch = { photos: new Map(), images: new Map() }
    await atOnce(this.options.concurrency, photos, async photo => {
      const sha256 = await contentOf(this.options.folder, photo)
      if (sha256) batch.photos.set(photo, sha256)
      else this.failed(photo, 'it is being written')
    })
    const known = await this.daymark.images.known([...new Set(batch.photos.values())])
    for (const { sha256, image } of known) batch.images.set(sha256, image)
    return batch
  }

  private async send(photo: LocalPhoto, sha256: string, { images }: Batch): Promise<void> {
    if (this.options.dryRun) return this.tell('would upload', photo, 'uploaded')
    try {
      const albumId = await this.albums?.of(photo.folder)
      const source = sourceOf(this.options.folder, photo)
      const key = `daymark-sync-${sha256}`
      const image = await this.daymark.images.upload(source, { key, ...(albumId && { albumId }) })
      images.set(sha256, image)
      this.totals.bytes += photo.size
      if (!albumId || image.album_ids.includes(albumId)) this.journal.add(photo, image.id, albumId)
      this.tell('uploaded', photo, 'uploaded')
    } catch (error) {
      if (!(error instanceof DaymarkError && OF_THE_FILE.includes(error.code))) throw error
      this.failed(photo, error.message)
    }
  }

  /** Adds files that are already in the library to their album. */
  private async note({ photos, images }: Batch, sent: Set<LocalPhoto>): Promise<void> {
    const known = [...photos].flatMap(([photo, sha256]) => {
      const image = images.get(sha256)
      return image && !this.journal.has(photo, this.albums !== undefined) ? [{ photo, image }] : []
    })
    for (const folder of new Set(known.map(({ photo }) => photo.folder))) {
      const group = known.filter(({ photo }) => photo.folder === folder)
      const albumId = this.options.dryRun ? undefined : await this.albums?.of(folder)
      const outside = group.filter(({ image }) => albumId && !image.album_ids.includes(albumId))
      if (albumId && outside.length > 0)
        await this.daymark.albums.addImages(albumId, [...new Set(outside.map(({ image }) => image.id))])
      for (const { photo, image } of group) {
        if (!this.options.dryRun) this.journal.add(photo, image.id, albumId)
        if (!sent.has(photo)) this.tell('known', photo, 'known')
      }
    }
  }

  private tell(what: string, { path }: LocalPhoto, kind: 'uploaded' | 'known'): void {
    this.totals.done++
    this.totals[kind]++
    this.output.file(what, path, this.totals)
  }

  private failed({ path }: LocalPhoto, why: string): void {
    this.totals.failed++
    this.output.say(`failed ${path}: ${why}`)
  }
}
