import type { ArchivedRow, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { readPart } from '../archive/read-archive.ts'

/** The album or photo to restore. Null restores everything that is missing. */
export type RestoreSelection = { album: string } | { photo: string } | null
type ReadRows = () => AsyncGenerator<ArchivedRow[]>

/** Returns a filter of the rows that belong to an album, by title, or to a photo, by file name. */
export async function createRowFilter(store: Storage, { parts }: ArchiveManifest, selection: RestoreSelection) {
  if (!selection) return () => true
  const part = parts.find(({ name }) => name === 'library')
  if (!part) throw new Error('the backup has no rows of library')
  const readRows: ReadRows = () => readPart<ArchivedRow>(store, part)
  const ids =
    'album' in selection ? await findAlbumIds(readRows, selection.album) : await findPhotoIds(readRows, selection.photo)
  const isSelectedId = (id: unknown): boolean => ids.has(String(id))
  return ({ table, row }: ArchivedRow): boolean => {
    if (table === 'tags' || (table === 'albums' && row['is_favorites'] === true)) return true
    if (table === 'photos' || table === 'albums') return isSelectedId(row['id'])
    return (
      isSelectedId(row['photo_id']) &&
      (table !== 'album_photos' || 'photo' in selection || isSelectedId(row['album_id']))
    )
  }
}

async function findAlbumIds(readRows: ReadRows, title: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const group of readRows())
    for (const { table, row } of group) {
      if (table === 'albums' && row['title'] === title) ids.add(String(row['id']))
      // The rows of albums precede those of their photos, so `ids` already contains the album.
      if (table === 'album_photos' && ids.has(String(row['album_id']))) ids.add(String(row['photo_id']))
    }
  return ids
}

/** Finds the ids of a photo and of its albums, which are restored too if they were deleted. */
async function findPhotoIds(readRows: ReadRows, name: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const group of readRows())
    for (const { table, row } of group)
      if (table === 'photos' && [row['original_filename'], row['filename']].includes(name)) ids.add(String(row['id']))
  for await (const group of readRows())
    for (const { table, row } of group)
      if (table === 'album_photos' && ids.has(String(row['photo_id']))) ids.add(String(row['album_id']))
  return ids
}

/** A restore that was requested and has not ended. */
export type RequestedRestore = {
  id: string
  userId: string
  backupId: string
  target: BackupTarget
  attempts: number
  selection: RestoreSelection
}
