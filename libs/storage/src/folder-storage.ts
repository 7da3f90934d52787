import { access, constants, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DiskPace } from './disk-pace.ts'
import { diskSpace, type DiskSpace, isLocalDisk } from './disk-space.ts'
import { overwriteDurably, writeDurably } from './durable-file.ts'
import { closeToOthers, filesBehind, hasCode, isDiskFull, knowsNoLinks, namesIn, syncFolder } from './folders.ts'
import { asMissing, ignoreMissing } from './missing.ts'
import { readInto, readPieces, readSmall } from './read-file.ts'
import { releaseTemporary, removeAbandoned, temporaryName } from './temporary-files.ts'
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  type ObjectEntry,
  ObjectExists,
  type ObjectStat,
  type Pieces,
  type PutBody,
  type PutOptions,
} from './storage.ts'
import { SizeMismatch, Storage, StorageFull } from './storage.ts'

/** Removals in flight; each waits for the disk. */
const REMOVALS = 16

/** Photos and rows are for nobody else on the machine, whatever its umask is. */
const PRIVATE = { recursive: true, mode: 0o700 } as const

/** A shard of a kind reaches 100,000 entries at 25 million objects. */
const SHARDS = 256
const hex = (shard: number): string => shard.toString(16).padStart(2, '0')
type Place = { folder: string; path: string }

/**
 * Objects as files. `originals/ab/cd` lies in `objects/originals/<shard>/ab~cd`: the first segment is a folder, so that listing
 * one kind of object reads no other; shards by the key's checksum keep every folder small.
 */
export class FolderStorage extends Storage {
  private readonly objects: string
  private readonly temporary: string
  private prepared?: Promise<void>
  private readonly pace = new DiskPace()
  /** Until the folder is prepared, and on network file systems, a synchronous read could stop the process. */
  private isLocal = false
  /** Folders of kinds whose shards are on the disk. */
  private readonly kinds = new Map<string, Promise<void>>()

  constructor(
    root: string,
    private readonly isLocalDiskAt = isLocalDisk,
  ) {
    super()
    this.objects = join(root, 'objects')
    this.temporary = join(root, 'tmp')
  }

  async put(key: string, body: PutBody, options: PutOptions = {}): Promise<{ size: number }> {
    const place = this.place(key)
    await this.prepare()
    const name = temporaryName()
    const file = join(this.temporary, name)
    try {
      // On the disk before the rename makes it visible, else a power cut leaves an empty object under a valid name.
      const size = await writeDurably(file, body)
      if (options.size !== undefined && options.size !== size) throw new SizeMismatch(key, options.size, size)
      await (options.ifAbsent ? this.publishNew(file, place, key) : this.publish(file, place))
      return { size }
    } catch (error) {
      await rm(file, { force: true })
      throw isDiskFull(error) ? new StorageFull(key, error) : error
    } finally {
      releaseTemporary(name)
    }
  }

  async get(key: string, range?: ByteRange): Promise<Pieces> {
    return readPieces(await open(this.place(key).path).catch(asMissing(key)), range)
  }

  override read(key: string, size: number): Promise<Buffer> {
    return readSmall(this.place(key).path, size).catch(asMissing(key))
  }

  override readAtOnce(key: string, room: Buffer): Buffer | undefined {
    if (!this.isLocal) return undefined
    const { path } = this.place(key)
    try {
      return this.pace.atOnce(() => readInto(room, path))
    } catch (error) {
      return asMissing(key)(error)
    }
  }

  async stat(key: string): Promise<ObjectStat> {
    const { size, mtime } = await stat(this.place(key).path).catch(asMissing(key))
    return { size, modified: mtime }
  }

  async move(from: string, to: string): Promise<void> {
    const source = this.place(from)
    await this.publish(source.path, this.place(to)).catch(asMissing(from))
    // Without this a power cut could bring the old name back beside the new one.
    await syncFolder(source.folder)
  }

  async remove(keys: string[]): Promise<void> {
    const paths = keys.map(key => this.place(key).path)
    const next = async (): Promise<void> => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) await rm(path, { force: true })
    }
    await Promise.all(Array.from({ length: REMOVALS }, next))
  }

  async *list(prefix: string, after?: string): AsyncGenerator<ObjectEntry> {
    const [kind, ...rest] = checkPrefix(prefix).split('/')
    const isWanted = (folder: string): boolean => (rest.length > 0 ? folder === kind : folder.startsWith(prefix))
    const passed = after === undefined ? undefined : this.place(after).path
    for (const folder of (await namesIn(this.objects)).filter(isWanted))
      for await (const path of filesBehind(join(this.objects, folder), passed)) {
        const key = `${folder}/${basename(path).replaceAll('~', '/')}`
        const found = key.startsWith(prefix) ? await this.stat(key).catch(ignoreMissing) : undefined
        if (found) yield { key, ...found }
      }
  }

  async ready(): Promise<void> {
    await this.prepare()
    await access(this.objects, constants.R_OK | constants.W_OK | constants.X_OK)
    await access(this.temporary, constants.R_OK | constants.W_OK | constants.X_OK)
  }

  /** In the file that is there now: what replaces it meanwhile stays as it is. */
  rewriteHead(key: string, steps: Uint8Array[]): Promise<void> {
    return overwriteDurably(this.place(key).path, steps).catch(asMissing(key))
  }

  override space = (): Promise<DiskSpace> => diskSpace(this.objects)
  override localPath(key: string): string {
    return this.place(key).path
  }

  private place(key: string): Place {
    const [kind = '', ...rest] = checkKey(key).split('/')
    const folder = join(this.objects, kind, hex(crc32(key) % SHARDS))
    return { folder, path: join(folder, rest.join('~')) }
  }

  /** The new name, too, survives a power cut. */
  private async publish(file: string, { folder, path }: Place): Promise<void> {
    await this.shardsOf(dirname(folder))
    await rename(file, path)
    await syncFolder(folder)
  }

  /** A link, unlike a rename, replaces nothing. */
  private async publishNew(file: string, place: Place, key: string): Promise<void> {
    await this.shardsOf(dirname(place.folder))
    try {
      await link(file, place.path)
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ObjectExists(key)
      // Disks of cameras and some shares know no links: two who look at the very same moment may both find the place free.
      if (!knowsNoLinks(error)) throw error
      if (await this.stat(key).catch(ignoreMissing)) throw new ObjectExists(key)
      return this.publish(file, place)
    }
    await rm(file)
    await syncFolder(place.folder)
  }

  /** All shards of a kind at once, so that no later object pays for a folder. */
  private shardsOf(kindFolder: string): Promise<void> {
    const known = this.kinds.get(kindFolder)
    if (known) return known
    const made = this.makeShards(kindFolder).catch(error => {
      this.kinds.delete(kindFolder)
      throw error
    })
    this.kinds.set(kindFolder, made)
    return made
  }

  private async makeShards(kindFolder: string): Promise<void> {
    for (let shard = 0; shard < SHARDS; shard++) await mkdir(join(kindFolder, hex(shard)), PRIVATE)
    await syncFolder(kindFolder)
    await syncFolder(this.objects)
  }

  private prepare(): Promise<void> {
    this.prepared ??= this.makeFolders().catch(error => {
      this.prepared = undefined
      throw error
    })
    return this.prepared
  }

  private async makeFolders(): Promise<void> {
    for (const folder of [this.objects, this.temporary]) {
      await mkdir(folder, PRIVATE)
      await closeToOthers(folder)
    }
    await removeAbandoned(this.temporary)
    this.isLocal = await this.isLocalDiskAt(this.objects)
  }
}
