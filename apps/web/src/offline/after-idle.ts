const SIGNS_OF_LIFE = ['mousemove', 'keydown', 'click', 'scroll'] as const

/** Acts once after that much time without input (L-UPD-04), but not while busy. Returns how to stop. */
export function afterIdle(ms: number, act: () => void, isBusy: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isBusy() ? restart() : act()), ms)
  }
  // On their way down: scrolling does not bubble, and a click may be stopped.
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, restart, { capture: true, passive: true })
  restart()
  return () => {
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, restart, { capture: true })
  }
}

/**
 * Whoever would have the browser ask before the page is left objects here too: running uploads (UploadStatus). The specification
 * knows of no exception to the reload, but half of somebody's photos must not be lost to it.
 */
export const isUnsafeToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
