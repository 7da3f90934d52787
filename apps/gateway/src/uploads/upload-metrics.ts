import { metrics } from '@daymark/platform'
import type { Request } from 'express'
import { toAppError } from '../edge/errors.ts'

const uploads = metrics.counter('daymark.gateway.uploads', {
  description:
    'Finished uploads by outcome: accepted, rejected because of content or a limit, aborted by the client, failed',
  known: ['accepted', 'rejected', 'aborted', 'failed'].map(outcome => ({ outcome })),
})
const bytes = metrics.counter('daymark.gateway.uploads.size', {
  description: 'Bytes of accepted uploads',
  unit: 'By',
  known: [{}],
})
/** Rejections with Retry-After also count as failures, because the client has to wait for the server. */
const SERVER_ERROR = 500

/** Counts an upload by its outcome. */
export async function countOutcome<T extends { size: number }>(request: Request, work: () => Promise<T>): Promise<T> {
  const { socket } = request
  try {
    const photo = await work()
    uploads.add(1, { outcome: 'accepted' })
    bytes.add(photo.size)
    return photo
  } catch (error) {
    uploads.add(1, { outcome: socket.destroyed ? 'aborted' : outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): string {
  const { status } = toAppError(error) ?? { status: SERVER_ERROR }
  return status < SERVER_ERROR ? 'rejected' : 'failed'
}
