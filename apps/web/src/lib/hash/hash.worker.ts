import { sha256Of } from './sha256.ts'

/** For each received file, posts its SHA-256 in hex, or null if the file cannot be read. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  const postHash = (sha256: string | null) => self.postMessage(sha256)
  sha256Of(data).then(postHash, () => postHash(null))
})
