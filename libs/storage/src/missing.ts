import { hasCode } from './folders.ts'
import { ObjectMissing } from './storage.ts'

/** What the file system says of a file that is not there. */
export const asMissing =
  (key: string) =>
  (error: unknown): never => {
    throw hasCode(error, 'ENOENT') ? new ObjectMissing(key) : error
  }
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}
