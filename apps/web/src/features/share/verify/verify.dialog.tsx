import type { http } from '@daymark/contracts'
import { CircleAlert, CircleCheck, Download, FileText, FolderCheck, FolderOpen } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
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
  const isOver = useFileDrop(files => void start(files, size), undefined, verification.status !== 'checking')
  const startWith = (files: File[]) => files.length > 0 && void start(files, size)
  const downloadDamaged = (compared: ComparedState) =>
    findDamagedPhotos(share, compared).then(onDownload, reason =>
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
            <FileChoice isOver={isOver} onFiles={startWith} />
          </>
        )}
        {verification.status === 'checking' && <CheckProgress {...verification} />}
        {verification.status === 'compared' && (
          <>
            <ComparisonReport {...verification} />
            {isOtherSize(verification) && sizes.length > 1 && (
              <p className={styles['about']}>Did you download another size? Choose it and check again.</p>
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

/** Whether names match but no content does. Then the visitor probably downloaded another size. */
const isOtherSize = ({ comparison: { whole, renamed, changed } }: ComparedState) =>
  changed.length > 0 && whole.length + renamed.length === 0

/** Returns the ids of the missing and changed photos that the gallery still contains. */
async function findDamagedPhotos(
  share: http.PublicShare,
  { comparison, manifest }: ComparedState,
): Promise<DownloadRequest> {
  const ids = new Set([...comparison.missing, ...comparison.changed.map(({ file }) => file)].map(file => file.image_id))
  const findIn = (images: readonly http.PublicImage[]) => images.filter(({ id }) => ids.has(id))
  const loaded = findIn(share.images)
  const photos = loaded.length === ids.size ? loaded : findIn((await readShare(share.link.token)).images)
  return { photos, isAlbum: photos.length === manifest.files.length, size: manifest.size }
}

function FileChoice({ isOver, onFiles }: { isOver: boolean; onFiles: (files: File[]) => void }) {
  const isPhone = useIsPhone()
  return (
    <div className={classNames(styles['zone'], isOver && styles['drag-over'])}>
      <FolderCheck aria-hidden className={styles['picture']} />
      {isPhone ? (
        <p className={styles['about']}>
          Files saved to Photos may have been converted. Choose them from Files instead.
        </p>
      ) : (
        <p>Drop the folder or the ZIP here</p>
      )}
      <div className={styles['choices']}>
        {canChooseFolder && (
          <FileButton
            look={isPhone ? 'plain' : 'primary'}
            icon={<FolderOpen aria-hidden />}
            isForFolder
            onFiles={onFiles}
          >
            Choose Folder
          </FileButton>
        )}
        <FileButton look={isPhone ? 'primary' : 'plain'} icon={<FileText aria-hidden />} multiple onFiles={onFiles}>
          Choose Files
        </FileButton>
      </div>
      <p className={styles['about']}>Your files stay on this device. They are only read and never uploaded.</p>
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
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    )
  if (verification.status !== 'compared')
    return (
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    )
  const { changed, missing } = verification.comparison
  const count = changed.length + missing.length
  return (
    <>
      <Button look="quiet" onClick={onCancel}>
        Check Again
      </Button>
      {count > 0 ? (
        <Button look="primary" icon={<Download aria-hidden />} onClick={() => onDownload(verification)}>
          {count === 1 ? 'Download 1 Photo' : `Download ${count.toLocaleString('en')} Photos`}
        </Button>
      ) : (
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      )}
    </>
  )
}

/** Each list shows at most this many files; its heading shows the full count. */
const MAX_LISTED_FILES = 200

const fileCount = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

type FileListProps = { title: string; about: string; items: readonly ReactNode[]; isOpen?: boolean }

/** The list of the files with the same result. */
function FileList({ title, about, items, isOpen = false }: FileListProps) {
  if (items.length === 0) return null
  return (
    <details className={styles['group']} open={isOpen}>
      <summary>
        {title} <span className={styles['count']}>{items.length.toLocaleString('en')}</span>
      </summary>
      <p className={styles['about']}>{about}</p>
      <ul className={styles['names']}>
        {items.slice(0, MAX_LISTED_FILES).map((item, n) => (
          // oxlint-disable-next-line no-array-index-key -- a list that never changes
          <li key={n}>{item}</li>
        ))}
      </ul>
      {items.length > MAX_LISTED_FILES && (
        <p className={styles['about']}>and {fileCount(items.length - MAX_LISTED_FILES)} more</p>
      )}
    </details>
  )
}

function summarizeComparison({ whole, renamed, changed, missing, unknown }: Comparison) {
  const [intact, damaged] = [whole.length + renamed.length, changed.length + missing.length]
  if (damaged + unknown.length > 0)
    return `${intact.toLocaleString('en')} of ${fileCount(intact + damaged + unknown.length)} are unchanged.`
  if (intact === 0) return 'None of these files are from this gallery.'
  return intact === 1 ? 'Your file is unchanged.' : `All ${fileCount(intact)} are unchanged.`
}

/** The result, with the most important findings first. It receives the focus, so that screen readers read it. */
function ComparisonReport({ comparison, faults }: { comparison: Comparison; faults: readonly FaultyZip[] }) {
  const { changed, missing, notTaken, unknown, renamed, duplicates, foreign, unreadable } = comparison
  const isWhole = changed.length + missing.length + unknown.length + faults.length === 0 && comparison.whole.length > 0
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={styles['report']}>
      <p ref={summary} tabIndex={-1} className={styles['summary']}>
        {isWhole ? <CircleCheck aria-hidden className={styles['good']} /> : <CircleAlert aria-hidden />}
        {summarizeComparison(comparison)}
      </p>
      {faults.map(({ name, fault }) => (
        <p key={name} className={styles['file-problem']}>
          {name} {ZIP_FAULT_TEXTS[fault]}
        </p>
      ))}
      {notTaken.length > 0 && (
        <p className={styles['about']}>You have not downloaded {fileCount(notTaken.length)} of this gallery.</p>
      )}
      <FileList title="Missing" about="Not among your files." items={missing.map(({ name }) => name)} isOpen />
      <FileList
        title="Changed"
        about="The name matches, but the content differs: the file was edited or not saved completely."
        items={changed.map(({ path }) => path)}
        isOpen
      />
      <FileList
        title="Cannot be compared"
        about="The gallery cannot read these files right now. Please try again later."
        items={unknown.map(({ name }) => name)}
      />
      <FileList title="Unreadable" about="Your device could not open these." items={unreadable} />
      <FileList
        title="Renamed"
        about="Unchanged, with another name."
        items={renamed.map(({ file, path }) => `${path}, delivered as ${file.name}`)}
      />
      <FileList
        title="Duplicates"
        about="Unchanged copies of files that you already have."
        items={duplicates.map(({ file, path }) => `${path}, the same as ${file.name}`)}
      />
      <FileList title="Other files" about="Not from this gallery in this size." items={foreign} />
    </div>
  )
}
