import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ARCHIVE_FORMAT, type ArchiveManifest, archiveManifest } from '@daymark/contracts'
import {
  backupKeys,
  hashed,
  HashMismatch,
  ObjectDamaged,
  ObjectMissing,
  type Pieces,
  type Storage,
  whole,
} from '@daymark/storage'
import type { Part } from './part-writer.ts'

/** Undefined: there is none, or it was never finished. Throws where it is of a later format, and ManifestDamaged. */
export async function readManifest(store: Storage, userId: string, id: string): Promise<ArchiveManifest | undefined> {
  const key = backupKeys.manifest(userId, id)
  try {
    const found = parsed((await whole(await store.get(key))).toString())
    if (Number(found?.format) > ARCHIVE_FORMAT)
      throw new Error(`the backup ${id} has the format ${found?.format}, which a newer Daymark reads`)
    const manifest = archiveManifest.safeParse(found)
    if (!manifest.success) throw new ManifestDamaged(key)
    return manifest.data
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error instanceof ObjectDamaged ? new ManifestDamaged(key) : error
  }
}

/** The store gave something else than was put there: this backup is lost, the others are not. */
export class ManifestDamaged extends Error {
  override name = 'ManifestDamaged'
  constructor(key: string) {
    super(`${key} is not what was written there`)
  }
}

function parsed(text: string): { format?: unknown } | null {
  try {
    return JSON.parse(text) as { format?: unknown } | null
  } catch {
    return null
  }
}

/** What reading a part says where its bytes are not those that were written; everything else may be over soon. */
export const isDamage = (error: unknown): boolean =>
  [ObjectMissing, ObjectDamaged, HashMismatch, SyntaxError, ManifestDamaged].some(type => error instanceof type) ||
  /^Z_/.test(String((error as { code?: unknown } | null)?.code))

/** Backups with a manifest, of one account or of all, from the store alone. `damaged` hears of those that cannot be read. */
export async function* listManifests(
  store: Storage,
  userId?: string,
  damaged: (error: ManifestDamaged) => void = error => {
    throw error
  },
): AsyncGenerator<ArchiveManifest> {
  const found = store.list(userId === undefined ? backupKeys.all : backupKeys.ofAccount(userId))
  for await (const { key } of found) {
    const [, user = '', id = '', name] = key.split('/')
    if (name !== 'manifest.json') continue
    const manifest = await readManifest(store, user, id).catch((error: unknown) => {
      if (!(error instanceof ManifestDamaged)) throw error
      damaged(error)
    })
    if (manifest) yield manifest
  }
}

/** Lines of a part in groups. The last group comes only if all of the part is what the manifest says. */
export async function* readPart<T>(store: Storage, part: Part, group = 500): AsyncGenerator<T[]> {
  const packed = Readable.from(kept(hashed(await store.get(part.key), part.sha256)))
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

/** Pieces of a store are lent until the next is asked for; a stream asks ahead. */
async function* kept(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
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
