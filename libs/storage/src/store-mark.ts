import { ObjectExists, ObjectMissing, type Storage, whole } from './storage.ts'

export const MARKS = 'marks/'
const MARK = `${MARKS}installation`
const GUESTS = `${MARKS}guests/`
/** What the store holds beside objects of photos. */
const OWN = [MARKS, 'quarantine/']

/** An installation as its database knows it. `isEmpty`: it knows of no object that could lie in the store. */
export type Installation = { id: string; isEmpty: boolean }

/**
 * Whose store it is: an object with the installation's id, which lives in the database too. Nothing may be swept by a database
 * that is not the store's own, as it takes everything in there for forgotten.
 */
export class StoreMark {
  constructor(private readonly storage: Storage) {}

  /** An empty store without a mark takes this one; of two installations that start at the same moment one gets it. */
  async claim(id: string): Promise<void> {
    // At the very first start there is not even a bucket.
    await this.storage.ready()
    if ((await this.owner()) === undefined && !(await this.holdsObjects())) await this.putMark(id)
  }

  /** Who keeps files in another's store is a guest there and says so, lest the owner take them for forgotten. */
  async enter(id: string): Promise<void> {
    await this.claim(id)
    const owner = await this.owner()
    if (owner !== undefined && owner !== id) await this.storage.put(GUESTS + id, Buffer.alloc(0))
  }

  /** Makes the store the installation's own, whatever it was before. */
  async adopt(id: string): Promise<void> {
    await this.storage.put(MARK, Buffer.from(id))
    for await (const { key } of this.storage.list(GUESTS)) await this.storage.remove([key])
  }

  /** The id that the mark names; undefined: there is none. */
  async owner(): Promise<string | undefined> {
    try {
      return (await whole(await this.storage.get(MARK))).toString().trim()
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined
      throw error
    }
  }

  /** Why nothing may be swept; undefined: it may. */
  async objection({ id, isEmpty }: Installation): Promise<string | undefined> {
    const owner = await this.owner()
    if (owner !== undefined && owner !== id)
      return `the store belongs to the installation ${owner || 'of an empty mark'}, the database to ${id}`
    for await (const { key } of this.storage.list(GUESTS))
      return `the installation ${key.slice(GUESTS.length)} keeps files in this store too`
    if (owner !== undefined && !isEmpty) return undefined
    if (!(await this.holdsObjects())) return undefined
    return owner === undefined
      ? 'the store holds files but no mark that tells whose they are'
      : 'the store holds files but the database knows of none'
  }

  private async putMark(id: string): Promise<void> {
    try {
      await this.storage.put(MARK, Buffer.from(id), { ifAbsent: true })
    } catch (error) {
      if (!(error instanceof ObjectExists)) throw error
    }
  }

  private async holdsObjects(): Promise<boolean> {
    for await (const { key } of this.storage.list('')) if (!OWN.some(prefix => key.startsWith(prefix))) return true
    return false
  }
}
