let worker: Worker | null | undefined
let last: Promise<unknown> = Promise.resolve()

/** Hashing runs in a worker so that large files do not block the page; null if the browser has no workers. */
function hashWorker() {
  if (worker !== undefined) return worker
  try {
    worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    worker = null
  }
  return worker
}

/**
 * The SHA-256 of a file in hex, or null if it cannot be computed. Files are read one after another in the order of the calls;
 * a file that is no longer wanted when its turn comes is skipped.
 */
export function hashFile(file: Blob, isWanted: () => boolean): Promise<string | null> {
  const hashed = last.then(() => (isWanted() ? askWorker(file) : null))
  last = hashed
  return hashed
}

function askWorker(file: Blob) {
  const thread = hashWorker()
  if (!thread) return null
  return new Promise<string | null>(resolve => {
    const settle = (sha256: string | null) => {
      thread.removeEventListener('message', onMessage)
      thread.removeEventListener('error', onError)
      resolve(sha256)
    }
    const onMessage = ({ data }: MessageEvent<string | null>) => settle(data)
    const onError = () => {
      // The worker script could not be loaded, so the worker will never respond.
      worker = null
      settle(null)
    }
    thread.addEventListener('message', onMessage)
    thread.addEventListener('error', onError)
    thread.postMessage(file)
  })
}
