import { invalidate } from '../../domain/cache/cache.ts'
import { patchShownPhoto } from '../../domain/photos/cached-photos.ts'
import { sendFile } from '../uploader/queue/send-file.ts'
import type { UploadItem } from '../uploader/queue/upload-item.ts'
import { UploadQueue } from '../uploader/queue/upload-queue.ts'
import { queueOf } from '../uploader/queue/upload-queues.ts'
import { replacementPath } from './earlier-version.actions.ts'
import type { Pair } from './match-files.ts'

/** The photo of each file and its result; finished files leave the list. */
type Target = { photoId: string; result: 'sent' | 'unchanged' | null }
const targets = new WeakMap<File, Target>()

function create(): UploadQueue {
  const queue = new UploadQueue(async ({ id, file, isRetry }, onUpdate, signal) => {
    const target = targets.get(file)
    if (!target) throw new Error('the file has no photo to replace')
    const sent = await sendFile(file, { key: id, isRetry, path: replacementPath(target.photoId), onUpdate, signal })
    if (sent.replacement) patchShownPhoto(sent.id, { replacement: sent.replacement })
    target.result = sent.unchanged ? 'unchanged' : 'sent'
  })
  queue.onFinished(({ success }) => {
    if (success) void invalidate('replace')
  })
  return queue
}

/** Replacement files in the upload queue; leaving the screen does not stop them. */
export const replacementQueue = () => queueOf('replacing', create)

export function replaceFiles(pairs: readonly Pair[]) {
  for (const { photo, file } of pairs) targets.set(file, { photoId: photo.id, result: null })
  const queue = replacementQueue()
  queue.add(pairs.map(({ file }) => file))
  void queue.start()
}

const resultOf = (file: File) => targets.get(file)?.result ?? null

type PairState = { text: string; tone: 'plain' | 'good' | 'danger'; percent?: number; itemId?: string }

/** The progress of a replacement file, up to the moment its photo shows it. */
export function pairState({ photo, file }: Pair, items: readonly UploadItem[]): PairState {
  const item = items.find(one => one.file === file)
  if (item && item.state !== 'complete') return stateOfItem(item)
  const result = resultOf(file)
  if (result === 'unchanged') return { text: 'Same file: nothing to replace', tone: 'plain' }
  const { status, error } = photo.replacement ?? {}
  if (result === null) return { text: 'Removed from the list', tone: 'plain' }
  if (status === 'failed') return { text: error ?? 'This file could not be used', tone: 'danger' }
  if (status === 'done') return { text: 'Replaced', tone: 'good' }
  return { text: 'Processing…', tone: 'plain' }
}

function stateOfItem({ id, state, percent, error }: UploadItem): PairState {
  if (state === 'error') {
    const text = error?.reason ?? error?.text ?? 'Upload failed'
    return { text, tone: 'danger', itemId: id }
  }
  if (state === 'uploading') return { text: percent < 100 ? `${percent}%` : 'Finishing…', tone: 'plain', percent }
  return { text: 'Waiting', tone: 'plain' }
}
