import type { http } from '@daymark/contracts'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { compare, type Comparison } from './compare.ts'
import { readManifest } from './manifest.queries.ts'
import { FAULTS, type FaultyZip, readOwnFiles } from './own-files.ts'

type Size = http.GalleryManifest['size']
type Progress = { done: number; total: number }
export type Verification =
  | { is: 'asking' }
  /** `files`: read files of the visitor; `waiting`: files that the server has not read yet, once only those are left. */
  | { is: 'checking'; files: Progress; waiting: Progress | null }
  | { is: 'compared'; comparison: Comparison; faults: FaultyZip[]; manifest: http.GalleryManifest }
  | { is: 'failed'; message: string }

/** How often the progress is redrawn. */
const SHOWN_EVERY_MS = 100

const NO_FILES = 'It contains no files.'
const failureText = (reason: unknown) => messageOf(reason, 'Your files could not be checked. Please try again.')

/** Runs the comparison of chosen files. Unmounting the dialog or Cancel aborts it. */
export function useVerification(token: string) {
  const [verification, setVerification] = useState<Verification>({ is: 'asking' })
  const running = useRef<AbortController>(null)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])
  const start = async (chosen: readonly File[], size: Size) => {
    stop()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      setVerification(await verified({ token, size, chosen, signal }, setVerification))
    } catch (reason) {
      if (signal.aborted) return
      logFailure('The copy could not be verified', reason)
      setVerification({ is: 'failed', message: failureText(reason) })
    }
  }
  const cancel = () => {
    stop()
    setVerification({ is: 'asking' })
  }
  return { verification, start, cancel }
}

type Work = { token: string; size: Size; chosen: readonly File[]; signal: AbortSignal }

/** The files are read while the manifest is requested. */
async function verified(work: Work, onChange: (now: Verification) => void): Promise<Verification> {
  const { chosen, signal } = work
  let files: Progress = { done: 0, total: chosen.length }
  let waiting: Progress | null = null
  let shownAt = 0
  const show = (isDue: boolean) => {
    if (signal.aborted || (!isDue && performance.now() - shownAt < SHOWN_EVERY_MS)) return
    shownAt = performance.now()
    onChange({ is: 'checking', files, waiting: files.done === files.total ? waiting : null })
  }
  show(true)
  const manifest = readManifest(work, (done, total) => {
    waiting = { done, total }
    show(true)
  })
  // awaited below; until then it must not count as unhandled
  manifest.catch(() => undefined)
  const own = await readOwnFiles(chosen, signal, (done, total) => {
    files = { done, total }
    show(false)
  })
  const [faulty] = own.faults
  if (own.files.length === 0)
    return { is: 'failed', message: faulty ? `${faulty.name} ${FAULTS[faulty.fault]}` : NO_FILES }
  files = { done: files.total, total: files.total }
  show(true)
  const known = await manifest
  return { is: 'compared', comparison: compare(known.files, own.files), faults: own.faults, manifest: known }
}
