import type { AlbumSection, ExportedPhoto } from '@daymark/contracts'
import { safeFilename } from '../../http/file-names.ts'

type Album = { id: string; title: string; isFavorites: boolean; sections?: AlbumSection[] | undefined }

/** The section that contains this position of an album. */
export const sectionAt = <T extends AlbumSection>(sections: T[], position: number): T | undefined =>
  sections.findLast(section => section.position <= position)
const comparable = (name: string): string => name.normalize('NFC').toLowerCase()

/** Makes names unique by numbering equal ones, ignoring case. */
class UniqueNames {
  private readonly used = new Set<string>()
  private readonly last = new Map<string, number>()
  makeUnique(name: string): string {
    let number = this.last.get(comparable(name)) ?? 1
    let free = name
    while (this.used.has(comparable(free))) free = `${name} (${++number})`
    this.last.set(comparable(name), number)
    this.used.add(comparable(free))
    return free
  }
}

/**
 * Path of each photo in the export: the folder of its first album, or of its section there, else the folder of its year. File names in a
 * folder differ before the extension, because Lightroom and digiKam find the sidecar by that name.
 */
export class ExportNames {
  private readonly folders: Map<string, { path: string; sections: (AlbumSection & { path: string })[] }>
  private readonly names = new Map<string, UniqueNames>()
  constructor(albums: Album[]) {
    const titles = new UniqueNames()
    const albumsWithoutFavorites = albums.filter(album => !album.isFavorites)
    this.folders = new Map(
      albumsWithoutFavorites.map(({ id, title, sections = [] }) => {
        const [path, parts] = [`Albums/${titles.makeUnique(safeFilename(title))}`, new UniqueNames()]
        const named = sections.map(section => ({
          ...section,
          path: `${path}/${parts.makeUnique(safeFilename(section.name))}`,
        }))
        // Sections and photos of the album must not have equal names.
        if (named.length > 0) this.names.set(path, parts)
        return [id, { path, sections: named }]
      }),
    )
  }

  /** The path of the photo, split before its extension. */
  splitPath(photo: Pick<ExportedPhoto, 'name' | 'albums' | 'takenAt' | 'uploadedAt'>): {
    stem: string
    extension: string
  } {
    const folderPath = this.folderOf(photo.albums) ?? `Photos/${(photo.takenAt ?? photo.uploadedAt).slice(0, 4)}`
    const name = safeFilename(photo.name)
    const extension = /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? ''
    const names = this.names.get(folderPath) ?? new UniqueNames()
    this.names.set(folderPath, names)
    return { stem: `${folderPath}/${names.makeUnique(name.slice(0, name.length - extension.length))}`, extension }
  }
  private folderOf(albums: ExportedPhoto['albums']): string | undefined {
    const first = albums.find(({ id }) => this.folders.has(id))
    const folder = first && this.folders.get(first.id)
    return folder && (sectionAt(folder.sections, first.position)?.path ?? folder.path)
  }
}

const EXTENSION = /(?<=[^/])\.[^./]*$/
/** Path of the earlier version of the photo at `path`. */
export const earlierPath = (path: string, name: string): string =>
  `Earlier versions/${path.replace(EXTENSION, '')}${EXTENSION.exec(safeFilename(name))?.[0] ?? ''}`
