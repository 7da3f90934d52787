import { patchShownPhoto } from '../../domain/photos/cached-photos.ts'
import { invalidate } from '../../domain/cache/cache.ts'
import { sendFile } from '../uploader/queue/send-file.ts'
import { queueOf } from '../uploader/queue/upload-queues.ts'
import { UploadQueue } from '../uploader/queue/upload-queue.ts'
import { replacingPath } from './earlier.actions.ts'
import type { Pair } from './match-files.ts'

/** The photo of each file and its result; finished files leave the list. */
type Target = { photoId: string; became: 'sent' | 'unchanged' | null }
const targets = new WeakMap<File, Target>()

function create(): UploadQueue {
  const queue = new UploadQueue(async ({ id, file, isAgain }, onNews, signal) => {
    const target = targets.get(file)
    if (!target) throw new Error('the file has no photo to replace')
    const sent = await sendFile(file, { key: id, isAgain, path: replacingPath(target.photoId), onNews, signal })
    if (sent.replacement) patchShownPhoto(sent.id, { replacement: sent.replacement })
    target.became = sent.unchanged ? 'unchanged' : 'sent'
  })
  queue.onFinished(({ success }) => {
    if (success) void invalidate('replace')
  })
  return queue
}

/** Replacement files in the upload queue; leaving the screen does not stop them. */
export const replacingQueue = () => queueOf('replacing', create)

export function replaceFiles(pairs: readonly Pair[]) {
  for (const { photo, file } of pairs) targets.set(file, { photoId: photo.id, became: null })
  const queue = replacingQueue()
  queue.add(pairs.map(({ file }) => file))
  void queue.start()
}

export const whatBecameOf = (file: File) => targets.get(file)?.became ?? null
