import { jest } from '@jest/globals'
import { ApiError } from '../src/lib/api.ts'
import type { SendUpdate } from '../src/widgets/uploader/queue/send-file.ts'
import type { UploadCounts, UploadItem } from '../src/widgets/uploader/queue/upload-item.ts'
import { UploadQueue } from '../src/widgets/uploader/queue/upload-queue.ts'

export const refusal = (status: number, message?: string) =>
  new ApiError('POST /api/images', status, message ? { message, code: 'file_too_large' } : null)

type Sent = {
  item: UploadItem
  onUpdate: (news: SendUpdate) => void
  signal: AbortSignal
  succeed: () => void
  fail: (reason: unknown) => void
}

/** Creates an upload queue that uses fake timers and whose requests the test answers. */
export function queueUnderTest(options?: ConstructorParameters<typeof UploadQueue>[1]) {
  const sent: Sent[] = []
  const finished = jest.fn<(counts: UploadCounts) => void>()
  const send = (item: UploadItem, onUpdate: Sent['onUpdate'], signal: AbortSignal) =>
    new Promise<void>((succeed, fail) => {
      signal.addEventListener('abort', () => fail(new Error('aborted')))
      sent.push({ item, onUpdate, signal, succeed, fail })
    })
  const queue = new UploadQueue(send, options)
  queue.onFinished(finished)
  const settle = () => jest.advanceTimersByTimeAsync(0)
  return {
    queue,
    sent,
    finished,
    settle,
    add: (...names: string[]) => queue.add(names.map(name => new File(['x'], name))),
    states: () => queue.snapshot().items.map(({ file, state }) => `${file.name} ${state}`),
    finish: async (index: number, reason?: unknown) => {
      if (reason) sent[index]?.fail(reason)
      else sent[index]?.succeed()
      await settle()
    },
  }
}
