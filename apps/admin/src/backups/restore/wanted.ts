import type { ArchiveManifest, ArchivedRow } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { readPart } from '../archive/read-archive.ts'

/** What an operator was asked to bring back of an account; null: all that is missing. */
export type Wanted = { album: string } | { photo: string } | null
type Rows = () => AsyncGenerator<ArchivedRow[]>

/** Which rows of a library belong to an album, by its title, or to a photo, by the name of its file. */
export async function chosen(store: Storage, { parts }: ArchiveManifest, wanted: Wanted) {
  if (!wanted) return () => true
  const part = parts.find(({ name }) => name === 'library')
  if (!part) throw new Error('the backup has no rows of library')
  const rows: Rows = () => readPart<ArchivedRow>(store, part)
  const ids = 'album' in wanted ? await ofAlbum(rows, wanted.album) : await ofPhoto(rows, wanted.photo)
  const has = (id: unknown): boolean => ids.has(String(id))
  return ({ table, row }: ArchivedRow): boolean => {
    if (table === 'tags' || (table === 'albums' && row['is_favorites'] === true)) return true
    if (table === 'photos' || table === 'albums') return has(row['id'])
    return has(row['photo_id']) && (table !== 'album_photos' || 'photo' in wanted || has(row['album_id']))
  }
}

async function ofAlbum(rows: Rows, title: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const group of rows())
    for (const { table, row } of group) {
      if (table === 'albums' && row['title'] === title) ids.add(String(row['id']))
      // albums come before what is in them
      if (table === 'album_photos' && ids.has(String(row['album_id']))) ids.add(String(row['photo_id']))
    }
  return ids
}

/** With the albums it was in, which come back with it where they are gone. */
async function ofPhoto(rows: Rows, name: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const group of rows())
    for (const { table, row } of group)
      if (table === 'photos' && [row['original_filename'], row['filename']].includes(name)) ids.add(String(row['id']))
  for await (const group of rows())
    for (const { table, row } of group)
      if (table === 'album_photos' && ids.has(String(row['photo_id']))) ids.add(String(row['album_id']))
  return ids
}
