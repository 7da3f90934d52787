import { imageKind } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import type { GatewayConfig } from '../config.ts'
import { extensionOf } from '../helpers/file-names.ts'
import type { About, Destination, StoredFile } from './destinations.ts'
import { type FilePart, readForm } from './form/multipart.ts'
import type { ResumableUpload } from './resumable-upload.ts'
import type { ResumableUploads } from './resumable-uploads.ts'
import { UploadMeter } from './upload-meter.ts'

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
