/** A file that can be read from any byte on. `fromPath` of `@daymark/client/node` makes one of a file on disk. */
export type FileSource = {
  name: string
  /** In bytes; without it an upload cannot go on after a break, only begin anew. */
  size?: number
  /** The bytes from `start` on. */
  open(start: number): AsyncIterable<Uint8Array>
  /** Where the browser has it as one. */
  blob?: Blob
}
/** What can be uploaded. */
export type UploadFile = FileSource | Blob

export function sourceOf(file: UploadFile, filename: string | undefined): FileSource {
  if (!(file instanceof Blob)) return filename === undefined ? file : { ...file, name: filename }
  const name = filename ?? ('name' in file ? String(file.name) : 'image')
  return { name, size: file.size, blob: file, open: start => chunksOf(file.slice(start).stream()) }
}

/** A stream that is there already: it is sent once, and an upload of it that breaks has failed. */
export function fromStream(stream: ReadableStream<Uint8Array>, name: string): FileSource {
  let isUsed = false
  return {
    name,
    open: () => {
      if (isUsed) throw new Error('This stream was sent already, it cannot be sent again.')
      isUsed = true
      return chunksOf(stream)
    },
  }
}

/** Safari's streams cannot be iterated by themselves. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
