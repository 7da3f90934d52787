import { metrics } from '@daymark/platform'
import type { Request } from 'express'
import { asAppError } from '../edge/errors.ts'

const uploads = metrics.counter('daymark.gateway.uploads', {
  description:
    'Uploads that were over: accepted, refused for what was sent or for a limit, broken off by the client, failed',
  known: ['accepted', 'refused', 'broken off', 'failed'].map(outcome => ({ outcome })),
})
const bytes = metrics.counter('daymark.gateway.uploads.size', {
  description: 'Bytes of accepted uploads',
  unit: 'By',
  known: [{}],
})
/** A limit of ours, said with Retry-After, counts as a failure: whoever uploads waits for us. */
const OURS = 500

/** Counts what became of an upload. */
export async function counted<T extends { size: number }>(request: Request, work: () => Promise<T>): Promise<T> {
  const { socket } = request
  try {
    const photo = await work()
    uploads.add(1, { outcome: 'accepted' })
    bytes.add(photo.size)
    return photo
  } catch (error) {
    uploads.add(1, { outcome: socket.destroyed ? 'broken off' : outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): string {
  const { status } = asAppError(error) ?? { status: OURS }
  return status < OURS ? 'refused' : 'failed'
}
