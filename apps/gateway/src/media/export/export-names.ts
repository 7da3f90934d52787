import type { ExportedPhoto } from '@daymark/contracts'
import { safeFilename } from '../../helpers/file-names.ts'

type Album = { id: string; title: string; isFavorites: boolean }
const comparable = (name: string): string => name.normalize('NFC').toLowerCase()

/** Free names one after another: equal ones are numbered, whatever their case. */
class Names {
  private readonly taken = new Set<string>()
  private readonly last = new Map<string, number>()
  free(name: string): string {
    let number = this.last.get(comparable(name)) ?? 1
    let free = name
    while (this.taken.has(comparable(free))) free = `${name} (${++number})`
    this.last.set(comparable(name), number)
    this.taken.add(comparable(free))
    return free
  }
}

/**
 * Where each photo lies: once, in the folder of the album it was first put into, else in that of its year. In a folder no two have
 * the same name before the dot: a sidecar has that name, which Lightroom and digiKam look for alike.
 */
export class ExportNames {
  private readonly folders: Map<string, string>
  private readonly names = new Map<string, Names>()
  constructor(albums: Album[]) {
    const titles = new Names()
    const own = albums.filter(album => !album.isFavorites)
    this.folders = new Map(own.map(({ id, title }) => [id, `Albums/${titles.free(safeFilename(title))}`]))
  }

  /** The path without its extension, and that. */
  place(photo: Pick<ExportedPhoto, 'name' | 'albums' | 'takenAt' | 'uploadedAt'>): { stem: string; extension: string } {
    const folder = photo.albums.map(({ id }) => this.folders.get(id)).find(found => found !== undefined)
    const at = folder ?? `Photos/${(photo.takenAt ?? photo.uploadedAt).slice(0, 4)}`
    const name = safeFilename(photo.name)
    const extension = /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? ''
    const names = this.names.get(at) ?? new Names()
    this.names.set(at, names)
    return { stem: `${at}/${names.free(name.slice(0, name.length - extension.length))}`, extension }
  }
}
