import { type Actor, AppError, type Input, library, type PhotoView } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import { withRetries } from './with-retries.ts'

type Stored = Input<typeof library.registerUpload>
/** `unchanged`: the photo has these very bytes. */
export type Taken = PhotoView & { unchanged: boolean }
/** `replaces`: the photo whose file it is to replace; undefined: it is to be a new photo. */
type For = { actor: Actor; replaces: string | undefined }

/** A file that is stored becomes a photo, or the next file of one; what is not kept is removed. */
export async function registerFile(
  { rpc, storage }: { rpc: RpcClient; storage: Storage },
  stored: Stored,
  { actor, replaces }: For,
): Promise<Taken> {
  const ask = async () => {
    if (replaces !== undefined) return rpc.call(library.registerReplacement, { ...stored, photoId: replaces }, actor)
    return { ...(await rpc.call(library.registerUpload, stored, actor)), unchanged: false }
  }
  let isLost = false
  const call = () =>
    ask().catch(error => {
      isLost ||= isUncertain(error)
      throw error
    })
  // A service that did not answer may have registered it all the same, and the photo be another since: then only the sweep can find out.
  const remove = async () => void (isLost || (await storage.remove([stored.objectKey])))
  try {
    const { photo, created, unchanged } = await withRetries(call)
    if (!created) await remove()
    return { ...photo, unchanged }
  } catch (error) {
    await remove()
    throw error
  }
}

const isUncertain = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500
