let sharedWorker: Worker | null | undefined
let previousHash: Promise<unknown> = Promise.resolve()

/**
 * Returns the worker that computes hashes, so that large files do not block the page. Null if the browser has no
 * workers.
 */
function getWorker() {
  if (sharedWorker !== undefined) return sharedWorker
  try {
    sharedWorker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    sharedWorker = null
  }
  return sharedWorker
}

/**
 * Returns the SHA-256 of a file in hex, or null if it cannot be computed. Files are read one after another in the order
 * of the calls. A file is skipped if `shouldHash` returns false when its turn comes.
 */
export function hashFile(file: Blob, shouldHash: () => boolean): Promise<string | null> {
  const hash = previousHash.then(() => (shouldHash() ? hashInWorker(file) : null))
  previousHash = hash
  return hash
}

function hashInWorker(file: Blob) {
  const worker = getWorker()
  if (!worker) return null
  return new Promise<string | null>(resolve => {
    const finish = (sha256: string | null) => {
      worker.removeEventListener('message', onMessage)
      worker.removeEventListener('error', onError)
      resolve(sha256)
    }
    const onMessage = ({ data }: MessageEvent<string | null>) => finish(data)
    const onError = () => {
      // An error means that the worker script could not be loaded, so the worker will never respond.
      sharedWorker = null
      finish(null)
    }
    worker.addEventListener('message', onMessage)
    worker.addEventListener('error', onError)
    worker.postMessage(file)
  })
}
