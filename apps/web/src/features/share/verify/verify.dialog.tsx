import type { http } from '@daymark/contracts'
import { CircleAlert, CircleCheck, Download, FileText, FolderCheck, FolderOpen } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { canChooseFolder, FileButton } from '../../../widgets/uploader/files/drop-zone.tsx'
import { useFileDrop } from '../../../widgets/uploader/files/use-file-drop.ts'
import { SizeChoice } from '../downloads/download.dialog.tsx'
import type { DownloadRequest } from '../downloads/use-downloads.ts'
import { readShare } from '../share.queries.ts'
import type { Comparison } from './compare.ts'
import { checksumsUrl, useVerification, type Verification } from './verification.queries.ts'
import { type FaultyZip, ZIP_FAULT_TEXTS } from './own-files.ts'
import styles from './verify.module.css'

type Size = http.GalleryManifest['size']
type ComparedState = Verification & { status: 'compared' }
type VerifyDialogProps = {
  share: http.PublicShare
  onDownload: (request: DownloadRequest) => void
  onClose: () => void
}

/** Compares a visitor's files with the delivered ones. The browser reads the files and sends nothing about them. */
export function VerifyDialog({ share, onDownload, onClose }: VerifyDialogProps) {
  const { download_sizes: sizes, token } = share.link
  const [size, setSize] = useState<Size>(sizes[0] ?? 'original')
  const { verification, start, cancel } = useVerification(token)
  const isDragOver = useFileDrop(files => void start(files, size), undefined, verification.status !== 'checking')
  const startWith = (files: File[]) => files.length > 0 && void start(files, size)
  const downloadDamaged = (compared: ComparedState) =>
    createDamagedPhotosRequest(share, compared).then(onDownload, reason =>
      logFailure('The damaged photos could not be requested', reason),
    )
  return (
    <Modal
      title="Verify My Copy"
      onClose={onClose}
      actions={
        <DialogActions verification={verification} onClose={onClose} onCancel={cancel} onDownload={downloadDamaged} />
      }
    >
      <div className={styles['body']}>
        {verification.status === 'failed' && (
          <p role="alert" className={styles['error']}>
            {verification.message}
          </p>
        )}
        {(verification.status === 'asking' || verification.status === 'failed') && (
          <>
            <p>Choose the downloaded folder to check that every file is complete and unchanged.</p>
            {sizes.length > 1 && <SizeChoice sizes={sizes} value={size} isDisabled={false} onChoose={setSize} />}
            <FileChoice isDragOver={isDragOver} onFiles={startWith} />
          </>
        )}
        {verification.status === 'checking' && <CheckProgress {...verification} />}
        {verification.status === 'compared' && (
          <>
            <ComparisonReport {...verification} />
            {isOtherSize(verification) && sizes.length > 1 && (
              <p className={styles['description']}>Did you download another size? Choose it and check again.</p>
            )}
            <a href={checksumsUrl(token, size)} download className={styles['checksums']}>
              <FileText aria-hidden />
              Checksums (SHA-256)
            </a>
          </>
        )}
      </div>
    </Modal>
  )
}

/** Whether file names match but no content matches. The visitor then probably downloaded another size. */
const isOtherSize = ({ comparison: { unchanged, renamed, changed } }: ComparedState) =>
  changed.length > 0 && unchanged.length + renamed.length === 0

/** Returns the request to download the missing and changed photos that the gallery still contains. */
async function createDamagedPhotosRequest(
  share: http.PublicShare,
  { comparison, manifest }: ComparedState,
): Promise<DownloadRequest> {
  const ids = new Set([...comparison.missing, ...comparison.changed.map(({ file }) => file)].map(file => file.image_id))
  const findIn = (images: readonly http.PublicImage[]) => images.filter(({ id }) => ids.has(id))
  const loadedPhotos = findIn(share.images)
  const photos = loadedPhotos.length === ids.size ? loadedPhotos : findIn((await readShare(share.link.token)).images)
  return { photos, isAlbum: photos.length === manifest.files.length, size: manifest.size }
}

function FileChoice({ isDragOver, onFiles }: { isDragOver: boolean; onFiles: (files: File[]) => void }) {
  const isPhone = useIsPhone()
  return (
    <div className={classNames(styles['drop-zone'], isDragOver && styles['drag-over'])}>
      <FolderCheck aria-hidden className={styles['picture']} />
      {isPhone ? (
        <p className={styles['description']}>
          The Photos app may have converted your photos. Choose the originals from the Files app.
        </p>
      ) : (
        <p>Drop the folder or the ZIP here</p>
      )}
      <div className={`wrap ${styles['choices']}`}>
        {canChooseFolder && (
          <FileButton
            appearance={isPhone ? 'plain' : 'primary'}
            icon={<FolderOpen aria-hidden />}
            isForFolder
            onFiles={onFiles}
          >
            Choose Folder
          </FileButton>
        )}
        <FileButton
          appearance={isPhone ? 'primary' : 'plain'}
          icon={<FileText aria-hidden />}
          multiple
          onFiles={onFiles}
        >
          Choose Files
        </FileButton>
      </div>
      <p className={styles['description']}>Your files stay on this device. They are only read and never uploaded.</p>
    </div>
  )
}

function CheckProgress({ files, serverFiles }: Verification & { status: 'checking' }) {
  const { done, total } = serverFiles ?? files
  const text = serverFiles
    ? `The server has checked ${done.toLocaleString('en')} of ${total.toLocaleString('en')} of its own files`
    : `Reading ${done.toLocaleString('en')} of ${total.toLocaleString('en')} files`
  return (
    <div className={styles['progress']}>
      <p>{text}</p>
      <ProgressBar name="Verify My Copy" value={(100 * done) / Math.max(total, 1)} />
    </div>
  )
}

type DialogActionsProps = {
  verification: Verification
  onClose: () => void
  onCancel: () => void
  onDownload: (compared: ComparedState) => void
}

function DialogActions({ verification, onClose, onCancel, onDownload }: DialogActionsProps) {
  if (verification.status === 'checking')
    return (
      <Button appearance="quiet" onClick={onCancel}>
        Cancel
      </Button>
    )
  if (verification.status !== 'compared')
    return (
      <Button appearance="quiet" onClick={onClose}>
        Close
      </Button>
    )
  const { changed, missing } = verification.comparison
  const count = changed.length + missing.length
  return (
    <>
      <Button appearance="quiet" onClick={onCancel}>
        Check Again
      </Button>
      {count > 0 ? (
        <Button appearance="primary" icon={<Download aria-hidden />} onClick={() => onDownload(verification)}>
          {count === 1 ? 'Download 1 Photo' : `Download ${count.toLocaleString('en')} Photos`}
        </Button>
      ) : (
        <Button appearance="primary" onClick={onClose}>
          Done
        </Button>
      )}
    </>
  )
}

/** Each list shows at most this many files; its heading shows the full count. */
const MAX_LISTED_FILES = 200

const formatFileCount = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

type FileListProps = { title: string; description: string; items: readonly ReactNode[]; isOpen?: boolean }

/** The list of the files with the same result. */
function FileList({ title, description, items, isOpen = false }: FileListProps) {
  if (items.length === 0) return null
  return (
    <details className={styles['group']} open={isOpen}>
      <summary>
        {title} <span className={styles['count']}>{items.length.toLocaleString('en')}</span>
      </summary>
      <p className={styles['description']}>{description}</p>
      <ul className={styles['names']}>
        {items.slice(0, MAX_LISTED_FILES).map((item, n) => (
          <li key={n}>{item}</li>
        ))}
      </ul>
      {items.length > MAX_LISTED_FILES && (
        <p className={styles['description']}>and {formatFileCount(items.length - MAX_LISTED_FILES)} more</p>
      )}
    </details>
  )
}

function summarizeComparison({ unchanged, renamed, changed, missing, unknown }: Comparison) {
  const [intact, damaged] = [unchanged.length + renamed.length, changed.length + missing.length]
  if (damaged + unknown.length > 0)
    return `${intact.toLocaleString('en')} of ${formatFileCount(intact + damaged + unknown.length)} are unchanged.`
  if (intact === 0) return 'None of these files are from this gallery.'
  return intact === 1 ? 'Your file is unchanged.' : `All ${formatFileCount(intact)} are unchanged.`
}

/** The result, with the most important findings first. It receives the focus, so that screen readers read it. */
function ComparisonReport({ comparison, faults }: { comparison: Comparison; faults: readonly FaultyZip[] }) {
  const { changed, missing, notDownloaded, unknown, renamed, duplicates, unrelated, unreadable } = comparison
  const isEverythingUnchanged =
    changed.length + missing.length + unknown.length + faults.length === 0 && comparison.unchanged.length > 0
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={styles['report']}>
      <p ref={summary} tabIndex={-1} className={styles['summary']}>
        {isEverythingUnchanged ? <CircleCheck aria-hidden className={styles['good']} /> : <CircleAlert aria-hidden />}
        {summarizeComparison(comparison)}
      </p>
      {faults.map(({ name, fault }) => (
        <p key={name} className={styles['file-problem']}>
          {name} {ZIP_FAULT_TEXTS[fault]}
        </p>
      ))}
      {notDownloaded.length > 0 && (
        <p className={styles['description']}>
          You have not downloaded {formatFileCount(notDownloaded.length)} of this gallery.
        </p>
      )}
      <FileList title="Missing" description="Not among your files." items={missing.map(({ name }) => name)} isOpen />
      <FileList
        title="Changed"
        description="The name matches, but the content differs: the file was edited or not saved completely."
        items={changed.map(({ path }) => path)}
        isOpen
      />
      <FileList
        title="Cannot be compared"
        description="The gallery cannot read these files right now. Please try again later."
        items={unknown.map(({ name }) => name)}
      />
      <FileList title="Unreadable" description="Your device could not open these files." items={unreadable} />
      <FileList
        title="Renamed"
        description="Unchanged, with another name."
        items={renamed.map(({ file, path }) => `${path}, delivered as ${file.name}`)}
      />
      <FileList
        title="Duplicates"
        description="Unchanged copies of files that you already have."
        items={duplicates.map(({ file, path }) => `${path}, the same as ${file.name}`)}
      />
      <FileList title="Other files" description="Not from this gallery, or in another size." items={unrelated} />
    </div>
  )
}
