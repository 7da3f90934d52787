import { parseResponse, type Connection } from '../connection.ts'
import type { Image } from '../types.ts'
import { type Fields, definedFields, createStreamedForm } from './form.ts'
import type { FileSource } from './source.ts'

export type UploadAttempt = {
  path: string
  source: FileSource
  fields: Fields
  headers: Record<string, string>
  offset: number
  signal?: AbortSignal
  /** Called with the number of bytes sent. */
  onSent: (bytes: number) => void
}

/** Makes one attempt to send a file, beginning at an offset. */
export function sendFile(connection: Connection, attempt: UploadAttempt): Promise<Image> {
  // Browsers use XMLHttpRequest, because `fetch` does not report the progress of an upload and most browsers cannot send streams.
  const isBrowser = typeof XMLHttpRequest !== 'undefined' && connection.options.fetch === undefined
  return isBrowser ? sendByBrowser(connection, attempt) : sendByFetch(connection, attempt)
}

async function sendByFetch(
  connection: Connection,
  { path, signal, headers, ...content }: UploadAttempt,
): Promise<Image> {
  let sent = content.offset
  const { type, size, body } = createStreamedForm({ ...content, onSent: bytes => content.onSent((sent += bytes)) })
  const length = size !== undefined && { 'content-length': String(size) }
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...connection.headers, ...headers, 'content-type': type, ...length },
    body,
    duplex: 'half',
    ...(signal && { signal }),
  }
  const response = await connection.fetch(connection.buildUrl(path), init)
  const header = (name: string) => response.headers.get(name)
  return parseResponse({ status: response.status, text: await response.text(), header }) as Image
}

async function sendByBrowser(connection: Connection, attempt: UploadAttempt): Promise<Image> {
  const { path, source, fields, headers, offset, signal, onSent } = attempt
  const form = new FormData()
  for (const [name, value] of definedFields(fields)) form.append(name, value)
  form.append('file', source.blob ? source.blob.slice(offset) : await readAll(source, offset), source.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const handleResponse = () => {
      const header = (name: string) => request.getResponseHeader(name)
      try {
        resolve(parseResponse({ status: request.status, text: request.responseText, header }) as Image)
      } catch (error) {
        reject(error)
      }
    }
    const cancel = () => request.abort()
    request.upload.onprogress = ({ loaded }) => onSent(offset + loaded)
    request.onload = handleResponse
    request.onerror = () => reject(new TypeError('The connection was interrupted.'))
    request.onabort = () => reject(signal?.reason as Error)
    request.onloadend = () => signal?.removeEventListener('abort', cancel)
    signal?.addEventListener('abort', cancel)
    request.open('POST', connection.buildUrl(path))
    for (const [name, value] of Object.entries({ ...connection.headers, ...headers }))
      request.setRequestHeader(name, value)
    request.send(form)
  })
}

async function readAll(source: FileSource, offset: number): Promise<Blob> {
  const chunks: BlobPart[] = []
  for await (const chunk of source.open(offset)) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  return new Blob(chunks)
}
