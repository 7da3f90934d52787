import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ARCHIVE_FORMAT, type ArchiveManifest, archiveManifest } from '@daymark/contracts'
import { backupKeys, hashed, ObjectMissing, type Storage, whole } from '@daymark/storage'
import type { Part } from './part-writer.ts'

/** Undefined: there is none, or it was never finished. Throws where it is of a later format. */
export async function readManifest(store: Storage, userId: string, id: string): Promise<ArchiveManifest | undefined> {
  try {
    const found = JSON.parse((await whole(await store.get(backupKeys.manifest(userId, id)))).toString())
    const manifest = archiveManifest.parse(found)
    if (manifest.format > ARCHIVE_FORMAT)
      throw new Error(`the backup ${id} has the format ${manifest.format}, which a newer Daymark reads`)
    return manifest
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error
  }
}

/** Backups with a manifest, of one account or of all, from the store alone. */
export async function* listManifests(store: Storage, userId?: string): AsyncGenerator<ArchiveManifest> {
  const found = store.list(userId === undefined ? backupKeys.all : backupKeys.ofAccount(userId))
  for await (const { key } of found) {
    const [, user = '', id = '', name] = key.split('/')
    const manifest = name === 'manifest.json' ? await readManifest(store, user, id) : undefined
    if (manifest) yield manifest
  }
}

/** Lines of a part in groups. The last group comes only if all of the part is what the manifest says. */
export async function* readPart<T>(store: Storage, part: Part, group = 500): AsyncGenerator<T[]> {
  const packed = Readable.from(hashed(await store.get(part.key), part.sha256))
  const unpacked = createGunzip()
  packed.once('error', error => unpacked.destroy(error))
  packed.pipe(unpacked)
  let lines: T[] = []
  let previous: T[] | undefined
  for await (const line of linesOf(unpacked)) {
    lines.push(JSON.parse(line) as T)
    if (lines.length < group) continue
    if (previous) yield previous
    previous = lines
    lines = []
  }
  if (previous) yield previous
  if (lines.length > 0) yield lines
}

/** Not `readline`'s own iterator: it hears nothing of a stream that fails. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
