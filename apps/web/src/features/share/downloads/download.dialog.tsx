import type { http } from '@daymark/contracts'
import { Download, ImageDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import styles from './download.module.css'
import { canShareFiles, MOST_SHARED } from './offer.ts'
import { failureText, prepare, readDownloads, type Size, startDownload } from './prepare.queries.ts'
import { fetchFiles, shareFiles } from './save-to-photos.ts'
import { SizeChoice } from './size-choice.tsx'
import type { Wanted } from './use-downloads.ts'

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

function titleOf({ photos: { length }, isAlbum }: Wanted) {
  if (isAlbum) return 'Download album'
  return length === 1 ? 'Download photo' : `Download ${length} photos`
}

/** The remaining downloads of this visitor; undefined without a limit. */
function useLeft({ token, has_download_limit: hasLimit }: http.PublicShare['link']) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!hasLimit) return
    const controller = new AbortController()
    readDownloads(token, controller.signal).then(
      answer => setLeft(answer.left),
      () => undefined,
    )
    return () => controller.abort()
  }, [token, hasLimit])
  return left
}

function Progress({ work }: { work: Work }) {
  if (work.is !== 'preparing' && work.is !== 'fetching') return null
  const { done, total } = work
  const verb = work.is === 'preparing' ? 'Preparing' : 'Downloading'
  return (
    <div className={styles['progress']}>
      <p role="status">{total === 1 ? `${verb} the photo` : `${verb} ${done} of ${total} photos`}</p>
      <ProgressBar name="Download" value={(100 * done) / Math.max(total, 1)} />
    </div>
  )
}

type ActionsProps = {
  isDisabled: boolean
  onClose: () => void
  onDownload: () => void
  /** null: this browser cannot share files with the system. */
  onSave: (() => void) | null
}

function Actions({ isDisabled, onClose, onDownload, onSave }: ActionsProps) {
  return (
    <>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button
        look={onSave ? 'plain' : 'primary'}
        icon={<Download aria-hidden />}
        disabled={isDisabled}
        onClick={onDownload}
      >
        Download
      </Button>
      {onSave && (
        <Button look="primary" icon={<ImageDown aria-hidden />} disabled={isDisabled} onClick={onSave}>
          Save to Photos
        </Button>
      )}
    </>
  )
}

/** The remaining downloads, the progress, and the last failure. */
function Notes({ left, count, work }: { left: number | null; count: number; work: Work }) {
  return (
    <>
      {left === 0 && <p className={styles['left']}>You have used all downloads of this gallery.</p>}
      {left !== null && left > 0 && work.is !== 'failed' && (
        <div className={styles['left']}>
          <p>You can still download {photos(left)}.</p>
          {left < count && (
            <p>These are {photos(count)}. Photos that you have already downloaded do not count again.</p>
          )}
        </div>
      )}
      {work.is === 'fetched' && <p role="status">Ready. Press ‘Save to Photos’ once more.</p>}
      {work.is === 'failed' && (
        <p role="alert" className={styles['error']}>
          {work.message}
        </p>
      )}
    </>
  )
}

type Props = { share: http.PublicShare; wanted: Wanted; isPhone: boolean; onStarted: () => void; onClose: () => void }

/** Asks for the size and target of a download; shown only if there is a choice. */
export function DownloadDialog({ share: { link }, wanted, isPhone, onStarted, onClose }: Props) {
  const [size, setSize] = useState<Size>(wanted.size ?? link.download_sizes[0] ?? 'original')
  const left = useLeft(link)
  const { work, download, save } = useDownloadWork(link.token, wanted, () => {
    onStarted()
    onClose()
  })
  const isBusy = work.is === 'preparing' || work.is === 'fetching'
  const count = wanted.photos.length
  const actions = (
    <Actions
      isDisabled={isBusy || left === 0}
      onClose={onClose}
      onDownload={() => void download(size)}
      onSave={isPhone && count <= MOST_SHARED && canShareFiles() ? () => void save(size) : null}
    />
  )
  return (
    <Modal title={titleOf(wanted)} onClose={onClose} actions={actions}>
      <div className={styles['body']}>
        <SizeChoice sizes={link.download_sizes} value={size} isDisabled={isBusy} onChoose={setSize} />
        <Notes left={left} count={count} work={work} />
        <Progress work={work} />
      </div>
    </Modal>
  )
}

type Work =
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
function useDownloadWork(token: string, wanted: Wanted, onDone: () => void) {
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
