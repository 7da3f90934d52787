import { AppError, imageKindOf, type Input, type library } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { GatewayConfig } from '../config.ts'
import { extensionOf } from '../http/file-names.ts'
import type { PhotoDetails, UploadDestination, StoredFile } from './destinations.ts'
import { type FilePart, readForm } from './form/multipart.ts'
import type { ResumableUpload, ResumableUploads } from './resumable-uploads.ts'
import { UploadMeter } from './upload-meter.ts'

export const ORIGINALS_PREFIX = 'originals/'

/** Creates the key of an original. It contains a UUIDv7, so that a listing of the store is ordered by time. */
export function createOriginalKey(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return ORIGINALS_PREFIX + bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Reads the form fields about the photo. It is called with the fields before the file, and again with all fields after the file was stored.
 */
export type ReadPhotoDetails = (fields: Record<string, string>) => PhotoDetails
type ReceivingUpload = {
  request: Request
  destination: Pick<UploadDestination<unknown>, 'checkFields' | 'release'>
  objectKey: string
  readDetails: ReadPhotoDetails
  remainingBytes: number
  resumable: ResumableUpload | undefined
}
type StoreDependencies = { storage: Storage; config: GatewayConfig; resumables: ResumableUploads }

/** Stores the file of a form, and removes it again if the form is incomplete. */
export async function storeFile(dependencies: StoreDependencies, upload: ReceivingUpload): Promise<StoredFile> {
  const { request, objectKey, readDetails, destination, resumable } = upload
  const { uploadBytesPerSecond: bytesPerSecond, uploadRateSeconds: seconds } = dependencies.config
  let stored: StoredFile | undefined
  try {
    const { result, fields } = await readForm(request, { bytesPerSecond, seconds }, async (file, fieldsBefore) => {
      await destination.checkFields?.(readDetails(fieldsBefore))
      return (stored = await storeStream(dependencies, upload, file))
    })
    return { ...result, ...readDetails(fields) }
  } catch (error) {
    if (stored && resumable?.isInterrupted())
      await dependencies.resumables.storePartial(objectKey, resumable, destination)
    else if (stored) await dependencies.storage.remove([objectKey])
    throw error
  }
}

async function storeStream(
  { storage, config, resumables }: StoreDependencies,
  { objectKey, remainingBytes, resumable, destination }: ReceivingUpload,
  { filename, content }: FilePart,
): Promise<StoredFile> {
  const extension = extensionOf(filename)
  const meter = new UploadMeter({ extension, maxBytes: config.uploadMaxBytes, remainingBytes })
  await storage.put(objectKey, meter.measure(resumable ? resumable.readFromStart(content) : content))
  if (resumable?.connectionError) {
    await resumables.storePartial(objectKey, resumable, destination)
    throw resumable.connectionError
  }
  const { type, ...sizeAndChecksums } = meter.getMeasuredFile()
  return { objectKey, originalFilename: filename, extension, ...sizeAndChecksums, ...imageKindOf(type, extension) }
}

/** Delays between attempts. They cover the restart of a service, so that the client need not send the file again. */
const RETRY_DELAYS_MS = [500, 2000]

/** Repeats a call that failed with 503, after each delay in RETRY_DELAYS_MS. */
async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503) throw error
      await delay(delayMs)
    }
  }
  return call()
}

/** Registers a stored file with its destination, or removes it from the store. */
export async function registerFile<T>(
  storage: Storage,
  stored: Input<typeof library.registerUpload>,
  destination: UploadDestination<T>,
): Promise<T> {
  let mayBeRegistered = false
  const registerOnce = () =>
    destination.register(stored).catch(error => {
      mayBeRegistered ||= mayHaveSucceeded(error)
      throw error
    })
  // If the service did not respond, it may have registered the file. If it has not, the sweep removes the file later.
  const removeObject = async () => void (mayBeRegistered || (await storage.remove([stored.objectKey])))
  try {
    const { result, created } = await withRetries(registerOnce)
    if (!created) await removeObject()
    return result
  } catch (error) {
    await removeObject()
    throw error
  }
}
const mayHaveSucceeded = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500
