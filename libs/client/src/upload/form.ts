import type { FileSource } from './source.ts'

export type Fields = Record<string, string | undefined>
export type Form = { type: string; size?: number; body: ReadableStream<Uint8Array> }
type Content = { fields: Fields; source: FileSource; offset: number; onSent: (bytes: number) => void }

const encoder = new TextEncoder()

/** A streamed form with one file at its end. FormData supports neither progress nor paths. */
export function streamedForm({ fields, source, offset, onSent }: Content): Form {
  const boundary = `daymark-${crypto.randomUUID()}`
  const before = encoder.encode(`${given(fields).map(field(boundary)).join('')}${fileHead(boundary, source.name)}`)
  const after = encoder.encode(`\r\n--${boundary}--\r\n`)
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield before
    for await (const chunk of source.open(offset)) {
      yield chunk
      onSent(chunk.byteLength) // once the next one is asked for, this one has gone
    }
    yield after
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    ...(source.size !== undefined && { size: before.length + source.size - offset + after.length }),
    body: streamOf(parts()),
  }
}

export const given = (fields: Fields): [string, string][] =>
  Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)

const field =
  (boundary: string) =>
  ([name, value]: [string, string]): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const fileHead = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`

/** File names as browsers encode them. */
const quoted = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
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
