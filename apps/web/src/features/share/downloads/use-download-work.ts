import { useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { prepare, failureText, startDownload, type Size } from './prepare.queries.ts'
import { fetchFiles, shareFiles } from './save-to-photos.ts'
import type { Wanted } from './use-downloads.ts'

export type Work =
  | { is: 'asking' }
  | { is: 'preparing' | 'fetching'; done: number; total: number }
  /** The photos are loaded; the system requires another press before it shows its sheet. */
  | { is: 'fetched'; files: File[] }
  | { is: 'failed'; message: string }

/** Runs while the dialog is open. */
function useRunning() {
  const running = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    running.current = controller
    return () => controller.abort()
  }, [])
  return running
}

/** From the choice to the download, or to the share sheet of the system. Unmounting the dialog aborts it. */
export function useDownloadWork(token: string, wanted: Wanted, onDone: () => void) {
  const [work, setWork] = useState<Work>({ is: 'asking' })
  const running = useRunning()
  const attempt = async (act: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = running.current
    try {
      await act(signal)
    } catch (reason) {
      if (signal.aborted) return
      logFailure('The download failed', reason)
      setWork({ is: 'failed', message: failureText(reason) })
    }
  }
  const prepared = (size: Size, signal: AbortSignal) => {
    setWork({ is: 'preparing', done: 0, total: wanted.photos.length })
    return prepare({ token, wanted, size, signal }, (done, total) => setWork({ is: 'preparing', done, total }))
  }
  const download = (size: Size) =>
    attempt(async signal => {
      startDownload(await prepared(size, signal))
      onDone()
    })
  const share = async (files: File[], size: Size) => {
    const outcome = await shareFiles(files)
    if (outcome === 'press again') setWork({ is: 'fetched', files })
    else if (outcome === 'impossible') await download(size)
    else if (outcome === 'shared') onDone()
    else setWork({ is: 'asking' })
  }
  const save = (size: Size) =>
    attempt(async signal => {
      if (work.is === 'fetched') return share(work.files, size)
      await prepared(size, signal)
      const onProgress = (done: number, total: number) => setWork({ is: 'fetching', done, total })
      await share(await fetchFiles({ photos: wanted.photos, size, signal }, onProgress), size)
    })
  return { work, download, save }
}
