import { basename } from 'node:path'
import type { Daymark } from '../daymark.ts'

const MAX_TITLE_LENGTH = 300

/** Finds the album of each folder by title, or creates it for the first photo. */
export class FolderAlbums {
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
    const title = this.title(folder)
    const existing = this.albums.get(title)
    if (existing) return existing
    const created = this.daymark.albums.create({ title }).then(({ id }) => id)
    this.albums.set(title, created)
    created.catch(() => this.albums.delete(title)) // the next photo of the folder tries again to create the album
    return created
  }

  title(folder: string): string {
    return (folder === '' ? basename(this.root) : folder.split('/').join(' / ')).slice(0, MAX_TITLE_LENGTH)
  }
}
