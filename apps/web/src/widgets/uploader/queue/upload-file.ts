import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, failure, parseJson } from '../../../lib/api.ts'

type UploadOptions = {
  key: string
  onPercent: (percent: number) => void
  signal: AbortSignal
  /** Given: should the connection break, another request goes on. So many bytes came with earlier ones. */
  offset?: number | undefined
}

/** One file as a form, through XMLHttpRequest: fetch does not report the progress of what is sent. */
export function uploadFile(file: File, { key, onPercent, signal, offset }: UploadOptions): Promise<http.Image> {
  const { method, path } = routes.uploadImage
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const call = `${method} ${path}`
    const form = new FormData()
    const before = offset ?? 0
    form.append('file', before ? file.slice(before, file.size, file.type) : file, file.name)
    request.upload.onprogress = ({ loaded, total }) =>
      onPercent(total ? Math.floor(((before + loaded) / (before + total)) * 100) : 0)
    request.onload = () => {
      const answer = parseJson(request.responseText)
      if (request.status >= 200 && request.status <= 299) resolve(answer as http.Image)
      else reject(failure(path, new ApiError(call, request.status, answer as Partial<http.ErrorAnswer> | null)))
    }
    request.onerror = () => reject(new ApiError(call, 0, null))
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, path)
    request.withCredentials = true
    // The same file sent again under the same key is one photo, also if the first answer was lost.
    request.setRequestHeader('idempotency-key', key)
    if (offset !== undefined) request.setRequestHeader('upload-resumable', '?1')
    if (before > 0) request.setRequestHeader('upload-offset', String(before))
    request.send(form)
  })
}
