import type { AlbumSection, ExportedPhoto } from '@daymark/contracts'
import { toSafeFilename } from '../../http/file-names.ts'
import { UniqueNames } from '../zip/zip.ts'

type NamedAlbum = { id: string; title: string; isFavorites: boolean; sections?: AlbumSection[] | undefined }

/** The section that contains this position of an album. */
export const findSectionAt = <T extends AlbumSection>(sections: T[], position: number): T | undefined =>
  sections.findLast(section => section.position <= position)

/**
 * Assigns each photo its path in the export: in the folder of its first album (or of its section in that album), else in the folder of its
 * year. File names in a folder differ before the extension, because Lightroom and digiKam find a sidecar by the name without its extension.
 */
export class ExportNames {
  private readonly folders: Map<string, { path: string; sections: (AlbumSection & { path: string })[] }>
  private readonly namesByFolder = new Map<string, UniqueNames>()
  constructor(albums: NamedAlbum[]) {
    const albumNames = new UniqueNames()
    const albumsWithoutFavorites = albums.filter(album => !album.isFavorites)
    this.folders = new Map(
      albumsWithoutFavorites.map(({ id, title, sections = [] }) => {
        const [path, sectionNames] = [`Albums/${albumNames.makeUnique(toSafeFilename(title))}`, new UniqueNames()]
        const namedSections = sections.map(section => ({
          ...section,
          path: `${path}/${sectionNames.makeUnique(toSafeFilename(section.name))}`,
        }))
        // Sections and photos of the album must not have equal names.
        if (namedSections.length > 0) this.namesByFolder.set(path, sectionNames)
        return [id, { path, sections: namedSections }]
      }),
    )
  }

  /** Assigns the photo a path and returns it, split before the extension. Every call assigns a different path. */
  assignPath(photo: Pick<ExportedPhoto, 'name' | 'albums' | 'takenAt' | 'uploadedAt'>): {
    stem: string
    extension: string
  } {
    const folderPath = this.folderOf(photo.albums) ?? `Photos/${(photo.takenAt ?? photo.uploadedAt).slice(0, 4)}`
    const name = toSafeFilename(photo.name)
    const extension = /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? ''
    const names = this.namesByFolder.get(folderPath) ?? new UniqueNames()
    this.namesByFolder.set(folderPath, names)
    return { stem: `${folderPath}/${names.makeUnique(name.slice(0, name.length - extension.length))}`, extension }
  }
  private folderOf(albums: ExportedPhoto['albums']): string | undefined {
    const firstAlbum = albums.find(({ id }) => this.folders.has(id))
    const folder = firstAlbum && this.folders.get(firstAlbum.id)
    return folder && (findSectionAt(folder.sections, firstAlbum.position)?.path ?? folder.path)
  }
}

const EXTENSION_PATTERN = /(?<=[^/])\.[^./]*$/
/** The path of the earlier version of the photo at `path`; `name` is the original name of the earlier version. */
export const pathOfEarlierVersion = (path: string, name: string): string =>
  `Earlier versions/${path.replace(EXTENSION_PATTERN, '')}${EXTENSION_PATTERN.exec(toSafeFilename(name))?.[0] ?? ''}`
