const SIGNS_OF_LIFE = ['mousemove', 'keydown', 'click', 'scroll'] as const

/** Acts once after that much time without input (L-UPD-04), but not while busy. Returns the function that stops it. */
export function afterIdle(ms: number, act: () => void, isBusy: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isBusy() ? restart() : act()), ms)
  }
  // In the capture phase: scroll events do not bubble, and the propagation of clicks may be stopped.
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, restart, { capture: true, passive: true })
  restart()
  return () => {
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, restart, { capture: true })
  }
}

/**
 * Components that make the browser ask before the page is left, such as running uploads (UploadStatus), also prevent this
 * reload. The specification names no exception, but an upload must not be cut off.
 */
export const isUnsafeToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
