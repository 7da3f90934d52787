let worker: Worker | null | undefined
let last: Promise<unknown> = Promise.resolve()

/** In a thread of its own, so that hundreds of megabytes never hold up the page; null where there are no threads. */
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
 * The SHA-256 of a file, in hex; null if it cannot be had. Files are read one after another, in the order in which they are
 * asked for; one that is not wanted any more when its turn comes is left out.
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
      // It could not be loaded, and would never answer.
      worker = null
      settle(null)
    }
    thread.addEventListener('message', onMessage)
    thread.addEventListener('error', onError)
    thread.postMessage(file)
  })
}
