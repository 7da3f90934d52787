import type { FileSource } from './source.ts'

export type Fields = Record<string, string | undefined>
export type Form = { type: string; size?: number; body: ReadableStream<Uint8Array> }
type FormContent = { fields: Fields; source: FileSource; offset: number; onSent: (bytes: number) => void }

const encoder = new TextEncoder()

/** Creates a multipart form as a stream, with the file as its last field. FormData supports neither progress nor files on disk. */
export function createStreamedForm({ fields, source, offset, onSent }: FormContent): Form {
  const boundary = `daymark-${crypto.randomUUID()}`
  const formHead = encoder.encode(
    `${definedFields(fields).map(formatField(boundary)).join('')}${formatFileHead(boundary, source.name)}`,
  )
  const formEnd = encoder.encode(`\r\n--${boundary}--\r\n`)
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield formHead
    for await (const chunk of source.open(offset)) {
      yield chunk
      onSent(chunk.byteLength) // the connection requests the next chunk only after it has sent this one, so `onSent` counts sent bytes
    }
    yield formEnd
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    ...(source.size !== undefined && { size: formHead.length + source.size - offset + formEnd.length }),
    body: toStream(parts()),
  }
}

export const definedFields = (fields: Fields): [string, string][] =>
  Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)

const formatField =
  (boundary: string) =>
  ([name, value]: [string, string]): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const formatFileHead = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeFileName(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`

/** Escapes a file name in the same way as browsers. */
const escapeFileName = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

function toStream(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
