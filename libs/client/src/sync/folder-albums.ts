import { basename } from 'node:path'
import type { Daymark } from '../daymark.ts'

const MAX_TITLE = 300

/** Finds the album of each folder by title, or creates it for the first photo. */
export class FolderAlbums {
  private readonly albums = new Map<string, Promise<string>>()
  private readonly daymark: Daymark
  private readonly root: string

  constructor(daymark: Daymark, root: string) {
    this.daymark = daymark
    this.root = root
  }

  /** An existing album with the same title is used. */
  async read(): Promise<void> {
    for await (const { id, title } of this.daymark.albums.all({ limit: 200 }))
      if (!this.albums.has(title)) this.albums.set(title, Promise.resolve(id))
  }

  of(folder: string): Promise<string> {
    const title = this.title(folder)
    const known = this.albums.get(title)
    if (known) return known
    const made = this.daymark.albums.create({ title }).then(({ id }) => id)
    this.albums.set(title, made)
    made.catch(() => this.albums.delete(title)) // the next photo tries again
    return made
  }

  title(folder: string): string {
    return (folder === '' ? basename(this.root) : folder.split('/').join(' / ')).slice(0, MAX_TITLE)
  }
}
