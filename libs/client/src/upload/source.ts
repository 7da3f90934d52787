/** A file that can be read from any byte. `fromPath` of `@daymark/client/node` creates one for a file on disk. */
export type FileSource = {
  name: string
  /** Size in bytes. If it is unknown, an interrupted upload restarts at the beginning. */
  size?: number
  /** Opens the file at byte `start`. */
  open(start: number): AsyncIterable<Uint8Array>
  /** The file as a Blob, which browsers send instead of the stream. */
  blob?: Blob
}
/** A file to upload, such as a `File` of the browser or the result of `fromPath`. */
export type UploadFile = FileSource | Blob

export function toFileSource(file: UploadFile, filename: string | undefined): FileSource {
  if (!(file instanceof Blob)) return filename === undefined ? file : { ...file, name: filename }
  const name = filename ?? ('name' in file ? String(file.name) : 'image')
  return { name, size: file.size, blob: file, open: start => chunksOf(file.slice(start).stream()) }
}

/** Creates a source from a stream. A stream can be read only once, so an interrupted upload fails instead of continuing. */
export function fromStream(stream: ReadableStream<Uint8Array>, name: string): FileSource {
  let isUsed = false
  return {
    name,
    open: () => {
      if (isUsed) throw new Error('This stream has already been sent.')
      isUsed = true
      return chunksOf(stream)
    },
  }
}

/** Iterates over a stream with its reader, because streams in Safari are not iterable. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
