import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, access, constants, link, mkdir, open, rename } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, basename, dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  type ObjectEntry,
  ObjectExists,
  type ObjectStat,
  type ByteStream,
  type PutBody,
  type PutOptions,
  SizeMismatch,
  StorageDriver,
  StorageFull,
  ignoreMissing,
} from '../storage.ts'
import { SyncReadBudget, readDiskSpace, type DiskSpace, isLocalDisk } from './disk.ts'
import { overwriteDurably, writeDurably } from './durable-file.ts'
import {
  toObjectMissing,
  removeAccessForOthers,
  listFilesAfter,
  hasCode,
  isDiskFull,
  isHardLinkUnsupported,
  listNames,
  syncFolder,
} from './folders.ts'
import { readIntoBuffer, readPieces, readWholeFile } from './read-file.ts'

/** Names of the files that all stores of this process are writing. Two services may use the same folder. */
const namesInUse = new Set<string>()
/** Age at which files of other machines are considered abandoned, because their processes cannot be checked. */
const ABANDONED_AFTER_MS = 24 * 3600_000

const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')

/** Creates a name that identifies the writing process, so that the next start can remove the files of a killed process. */
function createTemporaryName(): string {
  const name = `${host}.${process.pid}.${randomUUID()}`
  namesInUse.add(name)
  return name
}
const releaseTemporary = (name: string): void => void namesInUse.delete(name)

/**
 * Removes files that no running process writes. Containers reuse pids, so a file with the pid of this process is checked against
 * `namesInUse`.
 */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isAbandoned(name, path)) await rm(path, { force: true })
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [fileHost, pid] = name.split('.')
  if (fileHost === host) return Number(pid) === process.pid ? !namesInUse.has(name) : !isAlive(Number(pid))
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ESRCH'
  }
}

/** Number of concurrent removals. */
const CONCURRENT_REMOVALS = 16

/** Options that create a folder without access for other users of the machine, independent of the umask. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const

/** Number of shards per kind of object. A shard reaches 100,000 entries at 25 million objects. */
const SHARDS_PER_KIND = 256
const formatShard = (shard: number): string => shard.toString(16).padStart(2, '0')
type FileLocation = { folder: string; path: string }

/**
 * Stores objects as files. The file of `originals/ab/cd` is `objects/originals/<shard>/ab~cd`: the first segment is a folder, so that
 * listing one kind of object reads no other; shards by the checksum of the key keep every folder small.
 */
export class FolderStorage extends StorageDriver {
  private readonly objectsFolder: string
  private readonly temporaryFolder: string
  private preparation?: Promise<void>
  private readonly syncReads = new SyncReadBudget()
  /**
   * Whether the folder is on a local disk. Only then are objects read synchronously, because a network file system could block the process.
   */
  private isLocal = false
  /** The creation of the shards of each kind of object, by folder, so that each process creates them once. */
  private readonly shardCreations = new Map<string, Promise<void>>()

  constructor(
    root: string,
    private readonly checkLocalDisk = isLocalDisk,
  ) {
    super()
    this.objectsFolder = join(root, 'objects')
    this.temporaryFolder = join(root, 'tmp')
  }

  async put(key: string, body: PutBody, options: PutOptions = {}): Promise<{ size: number }> {
    const location = this.locationOf(key)
    await this.prepare()
    const name = createTemporaryName()
    const file = join(this.temporaryFolder, name)
    try {
      // The file is synced before the rename. Otherwise a power failure could leave an empty object under a valid name.
      const size = await writeDurably(file, body)
      if (options.size !== undefined && options.size !== size) throw new SizeMismatch(key, options.size, size)
      await (options.ifAbsent ? this.publishNew(file, location, key) : this.publish(file, location))
      return { size }
    } catch (error) {
      await rm(file, { force: true })
      throw isDiskFull(error) ? new StorageFull(key, error) : error
    } finally {
      releaseTemporary(name)
    }
  }

  async get(key: string, range?: ByteRange): Promise<ByteStream> {
    return readPieces(await open(this.locationOf(key).path).catch(toObjectMissing(key)), range)
  }

  override read(key: string, size: number): Promise<Buffer> {
    return readWholeFile(this.locationOf(key).path, size).catch(toObjectMissing(key))
  }

  override readSync(key: string, target: Buffer): Buffer | undefined {
    if (!this.isLocal) return undefined
    const { path } = this.locationOf(key)
    try {
      return this.syncReads.run(() => readIntoBuffer(target, path))
    } catch (error) {
      return toObjectMissing(key)(error)
    }
  }

  async stat(key: string): Promise<ObjectStat> {
    const { size, mtime } = await stat(this.locationOf(key).path).catch(toObjectMissing(key))
    return { size, modified: mtime }
  }

  async move(from: string, to: string): Promise<void> {
    const source = this.locationOf(from)
    await this.publish(source.path, this.locationOf(to)).catch(toObjectMissing(from))
    // Syncs the source folder too. Otherwise a power failure could restore the old name in addition to the new one.
    await syncFolder(source.folder)
  }

  async remove(keys: string[]): Promise<void> {
    const paths = keys.map(key => this.locationOf(key).path)
    const removeRemaining = async (): Promise<void> => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) await rm(path, { force: true })
    }
    await Promise.all(Array.from({ length: CONCURRENT_REMOVALS }, removeRemaining))
  }

  async *list(prefix: string, after?: string): AsyncGenerator<ObjectEntry> {
    const [kind, ...rest] = checkPrefix(prefix).split('/')
    const mayContainMatches = (folder: string): boolean =>
      rest.length > 0 ? folder === kind : folder.startsWith(prefix)
    const afterPath = after === undefined ? undefined : this.locationOf(after).path
    for (const folder of (await listNames(this.objectsFolder)).filter(mayContainMatches))
      for await (const path of listFilesAfter(join(this.objectsFolder, folder), afterPath)) {
        const key = `${folder}/${basename(path).replaceAll('~', '/')}`
        const objectStat = key.startsWith(prefix) ? await this.stat(key).catch(ignoreMissing) : undefined
        if (objectStat) yield { key, ...objectStat }
      }
  }

  async ready(): Promise<void> {
    await this.prepare()
    await access(this.objectsFolder, constants.R_OK | constants.W_OK | constants.X_OK)
    await access(this.temporaryFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  }

  /** Changes the current file of the object. A file that replaces it at the same time is not affected. */
  rewriteHead(key: string, steps: Uint8Array[]): Promise<void> {
    return overwriteDurably(this.locationOf(key).path, steps).catch(toObjectMissing(key))
  }

  override space = (): Promise<DiskSpace> => readDiskSpace(this.objectsFolder)
  override localPath(key: string): string {
    return this.locationOf(key).path
  }

  private locationOf(key: string): FileLocation {
    const [kind = '', ...rest] = checkKey(key).split('/')
    const folder = join(this.objectsFolder, kind, formatShard(crc32(key) % SHARDS_PER_KIND))
    return { folder, path: join(folder, rest.join('~')) }
  }

  /** Renames the file and syncs the folder, so that the new name survives a power failure. */
  private async publish(file: string, { folder, path }: FileLocation): Promise<void> {
    await this.ensureShards(dirname(folder))
    await rename(file, path)
    await syncFolder(folder)
  }

  /** Publishes a file only if the key does not exist. Uses a hard link, because a rename would replace an existing file. */
  private async publishNew(file: string, location: FileLocation, key: string): Promise<void> {
    await this.ensureShards(dirname(location.folder))
    try {
      await link(file, location.path)
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ObjectExists(key)
      // FAT and some network shares support no links. There, two concurrent writers may both succeed.
      if (!isHardLinkUnsupported(error)) throw error
      if (await this.stat(key).catch(ignoreMissing)) throw new ObjectExists(key)
      return this.publish(file, location)
    }
    await rm(file)
    await syncFolder(location.folder)
  }

  /** Creates all shards of a kind together, so that later objects need no mkdir. */
  private ensureShards(kindFolder: string): Promise<void> {
    const existing = this.shardCreations.get(kindFolder)
    if (existing) return existing
    const creation = this.createShards(kindFolder).catch(error => {
      this.shardCreations.delete(kindFolder)
      throw error
    })
    this.shardCreations.set(kindFolder, creation)
    return creation
  }

  private async createShards(kindFolder: string): Promise<void> {
    for (let shard = 0; shard < SHARDS_PER_KIND; shard++)
      await mkdir(join(kindFolder, formatShard(shard)), PRIVATE_FOLDER)
    await syncFolder(kindFolder)
    await syncFolder(this.objectsFolder)
  }

  private prepare(): Promise<void> {
    this.preparation ??= this.makeFolders().catch(error => {
      this.preparation = undefined
      throw error
    })
    return this.preparation
  }

  private async makeFolders(): Promise<void> {
    for (const folder of [this.objectsFolder, this.temporaryFolder]) {
      await mkdir(folder, PRIVATE_FOLDER)
      await removeAccessForOthers(folder)
    }
    await removeAbandoned(this.temporaryFolder)
    this.isLocal = await this.checkLocalDisk(this.objectsFolder)
  }
}
