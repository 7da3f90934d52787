import { invalidate } from '../../domain/cache/cache.ts'
import { patchCachedPhoto } from '../../domain/photos/cached-photos.ts'
import { sendFile } from '../uploader/queue/send-file.ts'
import type { UploadItem } from '../uploader/queue/upload-item.ts'
import { UploadQueue } from '../uploader/queue/upload-queue.ts'
import { getQueue } from '../uploader/queue/upload-queues.ts'
import { createReplacementUrl } from './earlier-version.actions.ts'
import type { FilePair } from './match-files.ts'

/**
 * The photo whose file is replaced, and the result of the upload. The result is stored here, because the queue removes
 * finished files.
 */
type ReplacementTarget = { photoId: string; result: 'sent' | 'unchanged' | null }
const targetsByFile = new WeakMap<File, ReplacementTarget>()

function createQueue(): UploadQueue {
  const queue = new UploadQueue(async ({ id, file, isRetry }, onUpdate, signal) => {
    const target = targetsByFile.get(file)
    if (!target) throw new Error('the file has no photo to replace')
    const updatedPhoto = await sendFile(file, {
      key: id,
      isRetry,
      path: createReplacementUrl(target.photoId),
      onUpdate,
      signal,
    })
    if (updatedPhoto.replacement) patchCachedPhoto(updatedPhoto.id, { replacement: updatedPhoto.replacement })
    target.result = updatedPhoto.unchanged ? 'unchanged' : 'sent'
  })
  queue.onFinished(({ success }) => {
    if (success) void invalidate('replace')
  })
  return queue
}

/** Returns the upload queue of replacement files. Uploads continue when the user leaves the screen. */
export const replacementQueue = () => getQueue('replacing', createQueue)

export function replaceFiles(pairs: readonly FilePair[]) {
  for (const { photo, file } of pairs) targetsByFile.set(file, { photoId: photo.id, result: null })
  const queue = replacementQueue()
  queue.add(pairs.map(({ file }) => file))
  void queue.start()
}

const readResult = (file: File) => targetsByFile.get(file)?.result ?? null

type PairState = { text: string; tone: 'plain' | 'good' | 'danger'; percent?: number; itemId?: string }

/** Describes the progress of a replacement until the server has processed the new file. */
export function describePair({ photo, file }: FilePair, items: readonly UploadItem[]): PairState {
  const item = items.find(other => other.file === file)
  if (item && item.state !== 'complete') return describeItem(item)
  const result = readResult(file)
  if (result === 'unchanged') return { text: 'Identical file, nothing replaced', tone: 'plain' }
  const { status, error } = photo.replacement ?? {}
  if (result === null) return { text: 'Removed from the list', tone: 'plain' }
  if (status === 'failed') return { text: error ?? 'This file could not be used', tone: 'danger' }
  if (status === 'done') return { text: 'Replaced', tone: 'good' }
  return { text: 'Processing…', tone: 'plain' }
}

function describeItem({ id, state, percent, error }: UploadItem): PairState {
  if (state === 'error') {
    const text = error?.reason ?? error?.text ?? 'Upload failed'
    return { text, tone: 'danger', itemId: id }
  }
  if (state === 'uploading') return { text: percent < 100 ? `${percent}%` : 'Finishing…', tone: 'plain', percent }
  return { text: 'Waiting', tone: 'plain' }
}
