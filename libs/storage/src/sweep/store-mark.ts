import { ObjectExists, ignoreMissing, type Storage, toBuffer } from '../storage.ts'

export const MARKS_PREFIX = 'marks/'
const MARK_KEY = `${MARKS_PREFIX}installation`
const OTHER_INSTALLATIONS_PREFIX = `${MARKS_PREFIX}guests/`
/** Key prefixes of objects with which this library manages the store. All other objects are files of photos or accounts. */
const STORE_PREFIXES = [MARKS_PREFIX, 'quarantine/']

/** An installation according to its database. `isEmpty`: the database references no objects. */
export type Installation = { id: string; isEmpty: boolean }

/**
 * The mark of a photo store: an object with the id of the installation that owns the store. The database contains the same id. A sweep with
 * another database is rejected, because it would treat every object as unreferenced.
 */
export class StoreMark {
  constructor(private readonly storage: Storage) {}

  /** Writes the id of this installation into an empty store that no installation owns. Of two concurrent calls only one succeeds. */
  async claim(id: string): Promise<void> {
    // `ready` creates the bucket, which may not exist at the first start.
    await this.storage.ready()
    if ((await this.owner()) === undefined && !(await this.containsObjects())) await this.putMark(id)
  }

  /**
   * Marks the store for the installation if it has no mark. If the store belongs to another installation, registers this one, so that the
   * sweep of the owner does not remove its files.
   */
  async registerInstallation(id: string): Promise<void> {
    await this.claim(id)
    const owner = await this.owner()
    if (owner !== undefined && owner !== id) await this.storage.put(OTHER_INSTALLATIONS_PREFIX + id, Buffer.alloc(0))
  }

  /** Makes the installation the owner of the store. */
  async adopt(id: string): Promise<void> {
    await this.storage.put(MARK_KEY, Buffer.from(id))
    for await (const { key } of this.storage.list(OTHER_INSTALLATIONS_PREFIX)) await this.storage.remove([key])
  }

  /** The id in the mark; undefined without a mark. */
  async owner(): Promise<string | undefined> {
    const pieces = await this.storage.get(MARK_KEY).catch(ignoreMissing)
    return pieces && (await toBuffer(pieces)).toString().trim()
  }

  /** The reason why a sweep must not run; undefined if it may run. */
  async findObjection({ id, isEmpty }: Installation): Promise<string | undefined> {
    const owner = await this.owner()
    if (owner !== undefined && owner !== id)
      return `the store belongs to the installation ${owner || '(unknown, because the mark is empty)'}, the database to ${id}`
    for await (const { key } of this.storage.list(OTHER_INSTALLATIONS_PREFIX))
      return `the installation ${key.slice(OTHER_INSTALLATIONS_PREFIX.length)} also stores files in this store`
    if (owner !== undefined && !isEmpty) return undefined
    if (!(await this.containsObjects())) return undefined
    return owner === undefined
      ? 'the store contains files but no owner mark'
      : 'the store contains files but the database references none'
  }

  private async putMark(id: string): Promise<void> {
    try {
      await this.storage.put(MARK_KEY, Buffer.from(id), { ifAbsent: true })
    } catch (error) {
      if (!(error instanceof ObjectExists)) throw error
    }
  }

  private async containsObjects(): Promise<boolean> {
    for await (const { key } of this.storage.list(''))
      if (!STORE_PREFIXES.some(prefix => key.startsWith(prefix))) return true
    return false
  }
}
