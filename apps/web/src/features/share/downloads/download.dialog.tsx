import type { http } from '@daymark/contracts'
import { Download, ImageDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pluralize } from '../../../lib/format/numbers.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import styles from './download.module.css'
import {
  failureText,
  fetchFiles,
  prepareDownload,
  readDownloadLimits,
  shareFiles,
  startDownload,
} from './prepare-download.queries.ts'
import { canShareFiles, type DownloadRequest, type DownloadSize, MAX_SHARED_PHOTOS } from './use-downloads.ts'

/** The download sizes with their texts, the largest first. */
const DOWNLOAD_SIZES: { size: DownloadSize; name: string; purpose: string }[] = [
  { size: 'original', name: 'Original', purpose: 'Full resolution, for prints' },
  { size: '2048', name: '2048 px', purpose: 'For large screens and small prints' },
  { size: '1080', name: '1080 px', purpose: 'For messages and social media' },
]

type SizeChoiceProps = {
  sizes: readonly DownloadSize[]
  value: DownloadSize
  isDisabled: boolean
  onChoose: (size: DownloadSize) => void
}

/** The sizes that the link offers, as a choice. A single size is shown as text. */
export function SizeChoice({ sizes, value, isDisabled, onChoose }: SizeChoiceProps) {
  const offeredSizes = DOWNLOAD_SIZES.filter(({ size }) => sizes.includes(size))
  const [first] = offeredSizes
  if (first && offeredSizes.length === 1)
    return (
      <p>
        {first.name} <span className={styles['size-purpose']}>{first.purpose}</span>
      </p>
    )
  return (
    <fieldset className="stack-2" disabled={isDisabled}>
      <legend className="visually-hidden">Size</legend>
      {offeredSizes.map(({ size, name, purpose }) => (
        <label key={size} className={styles['size']}>
          <input type="radio" name="size" checked={size === value} onChange={() => onChoose(size)} />
          <span>
            {name}
            <span className={styles['size-purpose']}>{purpose}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function dialogTitle({ photos: { length }, isAlbum }: DownloadRequest) {
  if (isAlbum) return 'Download album'
  return length === 1 ? 'Download photo' : `Download ${length} photos`
}

/** Reads how many photos this visitor may still download. Null: unlimited. */
function useRemainingDownloads({ token, has_download_limit: hasLimit }: http.PublicShare['link']) {
  const [remaining, setRemaining] = useState<number | null>(null)
  useEffect(() => {
    if (!hasLimit) return
    const controller = new AbortController()
    readDownloadLimits(token, controller.signal).then(
      ({ left }) => setRemaining(left),
      () => undefined,
    )
    return () => controller.abort()
  }, [token, hasLimit])
  return remaining
}

function DownloadProgress({ state }: { state: DownloadState }) {
  if (state.status !== 'preparing' && state.status !== 'fetching') return null
  const { done, total } = state
  const verb = state.status === 'preparing' ? 'Preparing' : 'Downloading'
  return (
    <div className="stack-2">
      <p role="status">{total === 1 ? `${verb} the photo` : `${verb} ${done} of ${total} photos`}</p>
      <ProgressBar name="Download" value={(100 * done) / Math.max(total, 1)} />
    </div>
  )
}

type DialogActionsProps = {
  isDisabled: boolean
  onClose: () => void
  onDownload: () => void
  /** Saves the photos through the share sheet of the system. Null: this browser cannot share files. */
  onSave: (() => void) | null
}

function DialogActions({ isDisabled, onClose, onDownload, onSave }: DialogActionsProps) {
  return (
    <>
      <Button appearance="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button
        appearance={onSave ? 'plain' : 'primary'}
        icon={<Download aria-hidden />}
        disabled={isDisabled}
        onClick={onDownload}
      >
        Download
      </Button>
      {onSave && (
        <Button appearance="primary" icon={<ImageDown aria-hidden />} disabled={isDisabled} onClick={onSave}>
          Save to Photos
        </Button>
      )}
    </>
  )
}

/** The remaining downloads, the next step, and the last failure. */
function DownloadNotes({ remaining, count, state }: { remaining: number | null; count: number; state: DownloadState }) {
  return (
    <>
      {remaining === 0 && <p className="muted">You have used all downloads of this gallery.</p>}
      {remaining !== null && remaining > 0 && state.status !== 'failed' && (
        <div className="muted">
          <p>You can still download {pluralize(remaining, 'photo')}.</p>
          {remaining < count && (
            <p>You selected {pluralize(count, 'photo')}. Photos that you have already downloaded do not count again.</p>
          )}
        </div>
      )}
      {state.status === 'fetched' && <p role="status">Ready. Press “Save to Photos” again.</p>}
      {state.status === 'failed' && (
        <p role="alert" className="danger-text">
          {state.message}
        </p>
      )}
    </>
  )
}

type DownloadDialogProps = {
  share: http.PublicShare
  request: DownloadRequest
  isPhone: boolean
  onStarted: () => void
  onClose: () => void
}

/** Asks for the size of a download and where to save it, and shows the progress. */
export function DownloadDialog({ share: { link }, request, isPhone, onStarted, onClose }: DownloadDialogProps) {
  const [size, setSize] = useState<DownloadSize>(request.size ?? link.download_sizes[0] ?? 'original')
  const remaining = useRemainingDownloads(link)
  const { state, download, save } = useDownload(link.token, request, () => {
    onStarted()
    onClose()
  })
  const isBusy = state.status === 'preparing' || state.status === 'fetching'
  const count = request.photos.length
  const actions = (
    <DialogActions
      isDisabled={isBusy || remaining === 0}
      onClose={onClose}
      onDownload={() => void download(size)}
      onSave={isPhone && count <= MAX_SHARED_PHOTOS && canShareFiles() ? () => void save(size) : null}
    />
  )
  return (
    <Modal title={dialogTitle(request)} onClose={onClose} actions={actions}>
      <div className="stack-4">
        <SizeChoice sizes={link.download_sizes} value={size} isDisabled={isBusy} onChoose={setSize} />
        <DownloadNotes remaining={remaining} count={count} state={state} />
        <DownloadProgress state={state} />
      </div>
    </Modal>
  )
}

type DownloadState =
  /** The visitor is choosing the size. */
  | { status: 'asking' }
  | { status: 'preparing' | 'fetching'; done: number; total: number }
  /**
   * The photos are loaded. Browsers open the share sheet of the system only after a click, so the visitor must click
   * again.
   */
  | { status: 'fetched'; files: File[] }
  | { status: 'failed'; message: string }

/** Returns the abort controller of the current work, which aborts when the dialog is unmounted. */
function useAbortOnUnmount() {
  const controllerRef = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    controllerRef.current = controller
    return () => controller.abort()
  }, [])
  return controllerRef
}

/** Prepares the files. Then downloads them, or passes them to the share sheet of the system. */
function useDownload(token: string, request: DownloadRequest, onDone: () => void) {
  const [state, setState] = useState<DownloadState>({ status: 'asking' })
  const controllerRef = useAbortOnUnmount()
  const runAbortable = async (task: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = controllerRef.current
    try {
      await task(signal)
    } catch (reason) {
      if (signal.aborted) return
      logFailure('The download failed', reason)
      setState({ status: 'failed', message: failureText(reason) })
    }
  }
  const prepare = (size: DownloadSize, signal: AbortSignal) => {
    setState({ status: 'preparing', done: 0, total: request.photos.length })
    return prepareDownload({ token, request, size, signal }, (done, total) =>
      setState({ status: 'preparing', done, total }),
    )
  }
  const download = (size: DownloadSize) =>
    runAbortable(async signal => {
      startDownload(await prepare(size, signal))
      onDone()
    })
  const share = async (files: File[], size: DownloadSize) => {
    const outcome = await shareFiles(files)
    if (outcome === 'press again') setState({ status: 'fetched', files })
    else if (outcome === 'impossible') await download(size)
    else if (outcome === 'shared') onDone()
    else setState({ status: 'asking' })
  }
  const save = (size: DownloadSize) =>
    runAbortable(async signal => {
      if (state.status === 'fetched') return share(state.files, size)
      await prepare(size, signal)
      const onProgress = (done: number, total: number) => setState({ status: 'fetching', done, total })
      await share(await fetchFiles({ photos: request.photos, size, signal }, onProgress), size)
    })
  return { state, download, save }
}
