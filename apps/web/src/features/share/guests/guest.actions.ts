import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call, messageOf } from '../../../lib/api.ts'
import { hashFile } from '../../../lib/hash/file-hash.ts'
import { patiently } from '../../../lib/patiently.ts'
import { sendFile } from '../../../widgets/uploader/queue/send-file.ts'
import { UploadQueue } from '../../../widgets/uploader/queue/upload-queue.ts'

export const readUploadPage = (token: string) => patiently(() => call(routes.getUploadPage, { params: { token } }))
export const unlockUploadPage = (token: string, password: string) =>
  call(routes.unlockUploadPage, { params: { token }, body: { password } })
export const readSent = async (token: string) => (await call(routes.listSentFiles, { params: { token } })).files

/** Returns the message that explains the failure, if any. */
export async function sayName(token: string, name: string): Promise<string | null> {
  try {
    await call(routes.nameUploadGuest, { params: { token }, body: { name } })
    return null
  } catch (reason) {
    return messageOf(reason, 'Your name could not be sent. Please try again.')
  }
}
export async function withdraw(token: string, { id }: http.SentFile): Promise<string | null> {
  try {
    await call(routes.withdrawFile, { params: { token, file: id } })
    return null
  } catch (reason) {
    return messageOf(reason, 'The photo could not be removed. Please try again.')
  }
}

type Sent = { files: () => readonly http.SentFile[]; onSent: (file: http.SentFile) => void }

/** The upload queue of a guest; files are sent one after another and never twice. */
export function guestQueue(token: string, { files, onSent }: Sent): UploadQueue {
  const params = { token }
  const progress = async (key: string, signal: AbortSignal) => {
    const { offset, file } = await call(routes.getSendingFile, { params: { token, key }, signal })
    return { offset, image: file }
  }
  return new UploadQueue(async ({ id, file, isAgain }, onNews, signal) => {
    const sha256 = isAgain ? null : await hashFile(file, () => !signal.aborted)
    if (files().some(sent => sent.sha256 === sha256)) return
    const path = addressOf(routes.sendFile, { params })
    onSent(await sendFile<http.SentFile>(file, { key: id, isAgain, path, progress, onNews, signal }))
  })
}
