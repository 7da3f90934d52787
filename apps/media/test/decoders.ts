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
import { DecoderPool } from '../src/service/pool/pool.ts'
import type { DecodedPhoto, Tools } from '../src/shared/messages.ts'
import { provideLocalOriginal } from '../src/service/files/decoder-files.ts'
import { WorkFolders } from '../src/service/files/work-folders.ts'

const MB = 1024 ** 2
/** A store in which the key of an object is its path on the disk. */
const files = { localPath: (path: string) => path } as Storage

export type Decoders = {
  pool: DecoderPool
  /** Decodes a file. Returns null if its bytes are not those of an image, so the gateway would reject it. */
  decode(path: string, extension?: string): Promise<(DecoderOutcome & { type: ImageType }) | null>
  /** Decodes a fixture once, and throws if it does not become a photo. */
  decodePhoto(file: string): Promise<DecodedPhoto & { type: ImageType }>
  folder: string
  stop(): void
}

/** Starts the real decoding processes without the service. */
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
  const pool = new DecoderPool({
    confinement,
    size,
    jobsPerProcess,
    recycleAboveBytes: 700 * MB,
    idleMs: 60_000,
    jobTimeoutMs: 60_000,
    env: { PATH: path, LANG: 'C.UTF-8', TZ: 'UTC' },
    settings: { tools: { ...found.tools, ...tools }, memoryLimitBytes: 1500 * MB },
  })
  const decode: Decoders['decode'] = async (file, extension = extname(file).slice(1)) => {
    const workFolder = join(folders.path, randomUUID())
    mkdirSync(workFolder)
    if (confinement.uid !== undefined) chownSync(workFolder, confinement.uid, confinement.uid)
    const options = { mustCopy: confinement.isStoreHidden }
    const { path: local, type } = await provideLocalOriginal(files, { objectKey: file, extension }, workFolder, options)
    return type && { ...(await pool.run({ path: local, type, folder: workFolder })), type }
  }
  const decodeFixture = async (file: string) => {
    const outcome = await decode(fixture(file))
    if (outcome?.kind !== 'done') throw new Error(`${file}: ${JSON.stringify(outcome)}`)
    return { ...outcome.photo, type: outcome.type }
  }
  const decodedPhotos = new Map<string, ReturnType<typeof decodeFixture>>()
  return {
    pool,
    folder: photos,
    decode,
    decodePhoto(file) {
      const photo = decodedPhotos.get(file) ?? decodeFixture(file)
      decodedPhotos.set(file, photo)
      return photo
    },
    stop() {
      pool.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A row of the index of fixtures: what ExifTool reads in the file, and the result of a prototype of the decoder. */
export type IndexedFixture = {
  file: string
  header?: { w?: number; h?: number; o?: number; mk?: string; md?: string; t?: string; gps?: boolean }
  pipeline: { ok: boolean; out?: string; err?: string }
}
export const readIndex = (): IndexedFixture[] =>
  JSON.parse(readFileSync(fixture('index.json'), 'utf8')) as IndexedFixture[]
