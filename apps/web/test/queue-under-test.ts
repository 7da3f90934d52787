import { jest } from '@jest/globals'
import { ApiError } from '../src/lib/api.ts'
import type { News } from '../src/widgets/uploader/queue/send-file.ts'
import type { UploadItem } from '../src/widgets/uploader/queue/upload-item.ts'
import { UploadQueue } from '../src/widgets/uploader/queue/upload-queue.ts'
import type { UploadCounts } from '../src/widgets/uploader/queue/upload-state.ts'

export const refusal = (status: number, message?: string) =>
  new ApiError('POST /api/images', status, message ? { message, code: 'file_too_large' } : null)

type Sent = {
  item: UploadItem
  onNews: (news: News) => void
  signal: AbortSignal
  succeed: () => void
  fail: (reason: unknown) => void
}

/** An upload queue on fake timers whose server is controlled by the test. */
export function queueUnderTest(options?: ConstructorParameters<typeof UploadQueue>[1]) {
  const sent: Sent[] = []
  const finished = jest.fn<(counts: UploadCounts) => void>()
  const send = (item: UploadItem, onNews: Sent['onNews'], signal: AbortSignal) =>
    new Promise<void>((succeed, fail) => {
      signal.addEventListener('abort', () => fail(new Error('aborted')))
      sent.push({ item, onNews, signal, succeed, fail })
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
