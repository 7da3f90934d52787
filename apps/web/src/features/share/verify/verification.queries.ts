import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { useEffect, useRef, useState } from 'react'
import { urlOf, call, messageOf } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { compareFiles, type Comparison } from './compare.ts'
import { ZIP_FAULT_TEXTS, type FaultyZip, readOwnFiles } from './own-files.ts'

type Size = http.GalleryManifest['size']

/** The polling interval while the server still reads or renders files. */
const MANIFEST_POLL_MS = 2000

const waitForPoll = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    setTimeout(resolve, MANIFEST_POLL_MS)
  })

/** Polls until the manifest is complete. The requests contain nothing about the visitor's files. */
async function readManifest(
  { token, size, signal }: { token: string; size: Size; signal: AbortSignal },
  onProgress: (ready: number, total: number) => void,
): Promise<http.GalleryManifest> {
  for (;;) {
    const manifest = await call(routes.getGalleryManifest, { params: { token }, query: { size }, signal })
    if (manifest.ready === manifest.total) return manifest
    onProgress(manifest.ready, manifest.total)
    await waitForPoll(signal)
  }
}

export const checksumsUrl = (token: string, size: Size) =>
  urlOf(routes.getGalleryChecksums, { params: { token }, query: { size } })

type FileProgress = { done: number; total: number }
export type Verification =
  /** The visitor is choosing files. */
  | { status: 'asking' }
  /**
   * `files`: how many files of the visitor have been read. `serverFiles`: how many files the server has processed; null
   * while files of the visitor are still being read.
   */
  | { status: 'checking'; files: FileProgress; serverFiles: FileProgress | null }
  | { status: 'compared'; comparison: Comparison; faults: FaultyZip[]; manifest: http.GalleryManifest }
  | { status: 'failed'; message: string }

const PROGRESS_INTERVAL_MS = 100

const NO_FILES_TEXT = 'The folder or ZIP contains no files.'
const failureText = (reason: unknown) => messageOf(reason, 'Your files could not be checked. Please try again.')

/** Compares chosen files with the manifest. Cancel and unmounting the dialog abort the comparison. */
export function useVerification(token: string) {
  const [verification, setVerification] = useState<Verification>({ status: 'asking' })
  const controllerRef = useRef<AbortController>(null)
  const stop = () => controllerRef.current?.abort()
  useEffect(() => stop, [])
  const start = async (chosenFiles: readonly File[], size: Size) => {
    stop()
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller
    try {
      setVerification(await verifyFiles({ token, size, chosenFiles, signal }, setVerification))
    } catch (reason) {
      if (signal.aborted) return
      logFailure('The copy could not be verified', reason)
      setVerification({ status: 'failed', message: failureText(reason) })
    }
  }
  const cancel = () => {
    stop()
    setVerification({ status: 'asking' })
  }
  return { verification, start, cancel }
}

type VerificationOptions = { token: string; size: Size; chosenFiles: readonly File[]; signal: AbortSignal }

/** Reads the visitor's files while the server completes the manifest, and compares them. */
async function verifyFiles(
  options: VerificationOptions,
  onChange: (verification: Verification) => void,
): Promise<Verification> {
  const { chosenFiles, signal } = options
  let files: FileProgress = { done: 0, total: chosenFiles.length }
  let serverFiles: FileProgress | null = null
  let reportedAt = 0
  const reportProgress = (isForced: boolean) => {
    if (signal.aborted || (!isForced && performance.now() - reportedAt < PROGRESS_INTERVAL_MS)) return
    reportedAt = performance.now()
    onChange({ status: 'checking', files, serverFiles: files.done === files.total ? serverFiles : null })
  }
  reportProgress(true)
  const manifest = readManifest(options, (done, total) => {
    serverFiles = { done, total }
    reportProgress(true)
  })
  // The promise is awaited below. Until then the browser must not report a failure as unhandled.
  manifest.catch(() => undefined)
  const ownFiles = await readOwnFiles(chosenFiles, signal, (done, total) => {
    files = { done, total }
    reportProgress(false)
  })
  const [faultyZip] = ownFiles.faults
  if (ownFiles.files.length === 0)
    return {
      status: 'failed',
      message: faultyZip ? `${faultyZip.name} ${ZIP_FAULT_TEXTS[faultyZip.fault]}` : NO_FILES_TEXT,
    }
  files = { done: files.total, total: files.total }
  reportProgress(true)
  const completeManifest = await manifest
  return {
    status: 'compared',
    comparison: compareFiles(completeManifest.files, ownFiles.files),
    faults: ownFiles.faults,
    manifest: completeManifest,
  }
}
