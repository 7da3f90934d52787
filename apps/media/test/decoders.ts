import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { ImageType } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { fixture } from '@daymark/testing'
import { findOptionalPrograms } from '../src/service/optional-programs.ts'
import type { DecoderOutcome } from '../src/service/pool/decoder.ts'
import { confine } from '../src/service/pool/confinement.ts'
import { Pool } from '../src/service/pool/pool.ts'
import type { PhotoFacts, Tools } from '../src/shared/messages.ts'
import { provideLocalOriginal } from '../src/service/files/decoder-files.ts'
import { WorkFolders } from '../src/service/files/work-folders.ts'

const MB = 1024 ** 2
/** Where a file of the store already is a file. */
const files = { localPath: (path: string) => path } as Storage

export type Decoders = {
  pool: Pool
  /** Null: refused by its bytes, as at the gateway. */
  outcome(path: string, extension?: string): Promise<(DecoderOutcome & { type: ImageType }) | null>
  /** A fixture that must become a photo; made once. */
  photo(file: string): Promise<PhotoFacts & { type: ImageType }>
  folder: string
  close(): void
}

/** The real decoding processes, without a service around them. */
export async function startDecoders({
  tools = {},
  size = 2,
  jobsPerProcess = 150,
}: { tools?: Partial<Tools>; size?: number; jobsPerProcess?: number } = {}): Promise<Decoders> {
  const path = process.env.PATH ?? ''
  const found = await findOptionalPrograms(path)
  const folder = mkdtempSync(join(tmpdir(), 'daymark-decoders-'))
  const folders = new WorkFolders(folder)
  await folders.prepare()
  const confinement = await confine({ path, work: folders.path, root: folders.mountPoint, uid: 64_999 })
  const photos = join(folders.path, 'photos')
  mkdirSync(photos)
  if (confinement.uid !== undefined) chownSync(photos, confinement.uid, confinement.uid)
  const pool = new Pool({
    confinement,
    size,
    jobsPerProcess,
    recycleAbove: 700 * MB,
    idleMs: 60_000,
    jobTimeoutMs: 60_000,
    env: { PATH: path, LANG: 'C.UTF-8', TZ: 'UTC' },
    settings: { tools: { ...found.tools, ...tools }, memoryLimit: 1500 * MB },
  })
  const outcome: Decoders['outcome'] = async (file, extension = extname(file).slice(1)) => {
    const place = join(folders.path, randomUUID())
    mkdirSync(place)
    if (confinement.uid !== undefined) chownSync(place, confinement.uid, confinement.uid)
    const how = { isCopied: confinement.isStoreHidden }
    const { path: local, type } = await provideLocalOriginal(files, { objectKey: file, extension }, place, how)
    return type && { ...(await pool.run({ path: local, type, folder: place })), type }
  }
  const make = async (file: string) => {
    const done = await outcome(fixture(file))
    if (done?.kind !== 'done') throw new Error(`${file}: ${JSON.stringify(done)}`)
    return { ...done.facts, type: done.type }
  }
  const made = new Map<string, ReturnType<typeof make>>()
  return {
    pool,
    folder: photos,
    outcome,
    photo(file) {
      const photo = made.get(file) ?? make(file)
      made.set(file, photo)
      return photo
    },
    close() {
      pool.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A row of the fixtures' index: what ExifTool says of the file, and what a measured prototype made of it. */
export type Indexed = {
  file: string
  header?: { w?: number; h?: number; o?: number; mk?: string; md?: string; t?: string; gps?: boolean }
  pipeline: { ok: boolean; out?: string; err?: string }
}
export const index = (): Indexed[] => JSON.parse(readFileSync(fixture('index.json'), 'utf8')) as Indexed[]
