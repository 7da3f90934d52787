import type { Connection } from '../connection.ts'
import { Retries } from '../retry.ts'
import type { Image, UploadProgress } from '../types.ts'
import { sendFile } from './send.ts'
import { type FileSource, toFileSource, type UploadFile } from './source.ts'

/** Interrupted uploads of files above this size continue at the byte where they stopped. Smaller files are sent again completely. */
const RESUMABLE_ABOVE_BYTES = 8 * 1024 * 1024
const NO_PROGRESS: UploadProgress = { offset: 0, image: null }

export type UploadOptions = {
  /** Id of the album to which the image is added. */
  albumId?: string
  title?: string
  description?: string
  /** Name of the image in the library, instead of the name of the file. */
  filename?: string
  /** Idempotency key: uploads with the same key create only one image. 1 to 200 visible characters. */
  key?: string
  onProgress?: (progress: { sent: number; total?: number }) => void
  signal?: AbortSignal
}

/** Uploads a file and continues after interruptions. `path`: the API call that receives the file. */
export async function upload(
  connection: Connection,
  file: UploadFile,
  path: string,
  options: UploadOptions,
): Promise<Image> {
  const source = toFileSource(file, options.filename)
  const { albumId, title, description, signal, key = crypto.randomUUID() } = options
  const isResumable = (source.size ?? 0) > RESUMABLE_ABOVE_BYTES
  const retries = new Retries(connection.options, signal)
  const fetchProgress = () => connection.call('get', '/uploads/{key}', { path: { key }, ...(signal && { signal }) })
  let progress = isResumable && options.key ? await fetchProgress() : NO_PROGRESS
  for (let furthestOffset = 0; !progress.image; furthestOffset = Math.max(furthestOffset, progress.offset)) {
    const { offset } = progress
    if (offset > furthestOffset) retries.reset()
    try {
      return await sendFile(connection, {
        path,
        source,
        fields: { album_id: albumId, title, description },
        headers: headersOf({ key, isResumable, offset }),
        offset,
        ...(signal && { signal }),
        onSent: sent => reportProgress(source, sent, options),
      })
    } catch (error) {
      await retries.waitForNextAttempt(error, source.size !== undefined)
      if (isResumable) progress = await fetchProgress()
    }
  }
  return progress.image
}

function headersOf({ key, isResumable, offset }: { key: string; isResumable: boolean; offset: number }) {
  return {
    'idempotency-key': key,
    ...(isResumable && { 'upload-resumable': '?1' }),
    ...(offset > 0 && { 'upload-offset': String(offset) }),
  }
}

function reportProgress({ size }: FileSource, sent: number, { onProgress }: UploadOptions): void {
  if (size === undefined) onProgress?.({ sent })
  // In browsers, the number of sent bytes includes the other parts of the form, so it can exceed the size of the file.
  else onProgress?.({ sent: Math.min(sent, size), total: size })
}
