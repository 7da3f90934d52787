import { imageKind } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import { randomBytes } from 'node:crypto'
import type { GatewayConfig } from '../config.ts'
import { extensionOf } from '../http/file-names.ts'
import type { About, Destination, StoredFile } from './destinations.ts'
import { type FilePart, readForm } from './form/multipart.ts'
import type { ResumableUpload, ResumableUploads } from './resumable-uploads.ts'
import { UploadMeter } from './upload-meter.ts'

export const ORIGINALS = 'originals/'

/** A key that holds the time it was made at (UUIDv7): what came together lies together in a listing. */
export function newOriginalKey(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return ORIGINALS + bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What the fields of a form say of its photo. Asked before the file is stored, and again when all of them are there. */
export type ReadAbout = (fields: Record<string, string>) => About
export type Receiving = {
  request: Request
  to: Pick<Destination<unknown>, 'welcome' | 'release'>
  objectKey: string
  about: ReadAbout
  room: number
  resumable: ResumableUpload | undefined
}
type Parts = { storage: Storage; config: GatewayConfig; resumables: ResumableUploads }

/** The file counts only in a form that is complete. */
export async function storeFile(parts: Parts, receiving: Receiving): Promise<StoredFile> {
  const { request, objectKey, about, to, resumable } = receiving
  const { uploadBytesPerSecond: bytesPerSecond, uploadRateSeconds: seconds } = parts.config
  let stored: StoredFile | undefined
  try {
    const { taken, fields } = await readForm(request, { bytesPerSecond, seconds }, async (file, before) => {
      await to.welcome?.(about(before))
      return (stored = await store(parts, receiving, file))
    })
    return { ...taken, ...about(fields) }
  } catch (error) {
    if (stored && resumable?.isBroken()) await parts.resumables.hold(objectKey, resumable, to)
    else if (stored) await parts.storage.remove([objectKey])
    throw error
  }
}

async function store(
  { storage, config, resumables }: Parts,
  { objectKey, room, resumable, to }: Receiving,
  { filename, content }: FilePart,
): Promise<StoredFile> {
  const extension = extensionOf(filename)
  const meter = new UploadMeter({ extension, maxBytes: config.uploadMaxBytes, room })
  await storage.put(objectKey, meter.through(resumable ? resumable.whole(content) : content))
  if (resumable?.broken) {
    await resumables.hold(objectKey, resumable, to)
    throw resumable.broken
  }
  const { type, ...facts } = meter.facts()
  return { objectKey, originalFilename: filename, extension, ...facts, ...imageKind(type, extension) }
}
