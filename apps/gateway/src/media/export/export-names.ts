import type { AlbumSection, ExportedPhoto } from '@daymark/contracts'
import { safeFilename } from '../../http/file-names.ts'

type Album = { id: string; title: string; isFavorites: boolean; sections?: AlbumSection[] | undefined }

/** The last heading that does not stand behind this place of an album. */
export const sectionAt = <T extends AlbumSection>(sections: T[], position: number): T | undefined =>
  sections.findLast(section => section.position <= position)
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
 * Where each photo lies: once, in the folder of the album it was first put into, and there in that of its section; else in that of
 * its year. In a folder no two have the same name before the dot: a sidecar has that name, which Lightroom and digiKam look for alike.
 */
export class ExportNames {
  private readonly folders: Map<string, { path: string; sections: (AlbumSection & { path: string })[] }>
  private readonly names = new Map<string, Names>()
  constructor(albums: Album[]) {
    const titles = new Names()
    const own = albums.filter(album => !album.isFavorites)
    this.folders = new Map(
      own.map(({ id, title, sections = [] }) => {
        const [path, parts] = [`Albums/${titles.free(safeFilename(title))}`, new Names()]
        const named = sections.map(section => ({
          ...section,
          path: `${path}/${parts.free(safeFilename(section.name))}`,
        }))
        // a section and a photo of the album are not called the same either
        if (named.length > 0) this.names.set(path, parts)
        return [id, { path, sections: named }]
      }),
    )
  }

  /** The path without its extension, and that. */
  place(photo: Pick<ExportedPhoto, 'name' | 'albums' | 'takenAt' | 'uploadedAt'>): { stem: string; extension: string } {
    const at = this.folderOf(photo.albums) ?? `Photos/${(photo.takenAt ?? photo.uploadedAt).slice(0, 4)}`
    const name = safeFilename(photo.name)
    const extension = /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? ''
    const names = this.names.get(at) ?? new Names()
    this.names.set(at, names)
    return { stem: `${at}/${names.free(name.slice(0, name.length - extension.length))}`, extension }
  }
  private folderOf(albums: ExportedPhoto['albums']): string | undefined {
    const first = albums.find(({ id }) => this.folders.has(id))
    const folder = first && this.folders.get(first.id)
    return folder && (sectionAt(folder.sections, first.position)?.path ?? folder.path)
  }
}

const EXTENSION = /(?<=[^/])\.[^./]*$/
/** Where the earlier version of a photo lies that lies at `path`. */
export const earlierPath = (path: string, name: string): string =>
  `Earlier versions/${path.replace(EXTENSION, '')}${EXTENSION.exec(safeFilename(name))?.[0] ?? ''}`
