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
import { SizeChoice } from '../downloads/size-choice.tsx'
import type { Wanted } from '../downloads/use-downloads.ts'
import { readShare } from '../share.queries.ts'
import type { Comparison } from './compare.ts'
import { checksumsUrl } from './manifest.queries.ts'
import { FAULTS, type FaultyZip } from './own-files.ts'
import { useVerification, type Verification } from './use-verification.ts'
import styles from './verify.module.css'

type Size = http.GalleryManifest['size']
type Compared = Verification & { is: 'compared' }
type Props = { share: http.PublicShare; onDownload: (wanted: Wanted) => void; onClose: () => void }

/** Compares a visitor's files with the delivered ones. The files are read here and never sent. */
export function VerifyDialog({ share, onDownload, onClose }: Props) {
  const { download_sizes: sizes, token } = share.link
  const [size, setSize] = useState<Size>(sizes[0] ?? 'original')
  const { verification, start, cancel } = useVerification(token)
  const isOver = useFileDrop(files => void start(files, size), undefined, verification.is !== 'checking')
  const choose = (files: File[]) => files.length > 0 && void start(files, size)
  const get = (compared: Compared) =>
    wantedOf(share, compared).then(onDownload, reason => logFailure('The photos could not be found', reason))
  return (
    <Modal
      title="Verify My Copy"
      onClose={onClose}
      actions={<Actions {...{ verification, onClose, onCancel: cancel, onGet: get }} />}
    >
      <div className={styles['body']}>
        {verification.is === 'failed' && (
          <p role="alert" className={styles['error']}>
            {verification.message}
          </p>
        )}
        {(verification.is === 'asking' || verification.is === 'failed') && (
          <>
            <p>Choose the downloaded folder to check that every file is complete and unchanged.</p>
            {sizes.length > 1 && <SizeChoice sizes={sizes} value={size} isDisabled={false} onChoose={setSize} />}
            <Choice isOver={isOver} onFiles={choose} />
          </>
        )}
        {verification.is === 'checking' && <Checking {...verification} />}
        {verification.is === 'compared' && (
          <>
            <Report {...verification} />
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

/** Nearly all files have the right name and other content. */
const isOtherSize = ({ comparison: { whole, renamed, changed } }: Compared) =>
  changed.length > 0 && whole.length + renamed.length === 0

/** Only missing or changed photos that the gallery still has. */
async function wantedOf(share: http.PublicShare, { comparison, manifest }: Compared): Promise<Wanted> {
  const ids = new Set([...comparison.missing, ...comparison.changed.map(({ file }) => file)].map(file => file.image_id))
  const here = (images: readonly http.PublicImage[]) => images.filter(({ id }) => ids.has(id))
  const known = here(share.images)
  const photos = known.length === ids.size ? known : here((await readShare(share.link.token)).images)
  return { photos, isAlbum: photos.length === manifest.files.length, size: manifest.size }
}

function Choice({ isOver, onFiles }: { isOver: boolean; onFiles: (files: File[]) => void }) {
  const isPhone = useIsPhone()
  return (
    <div className={classNames(styles['zone'], isOver && styles['over'])}>
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

function Checking({ files, waiting }: Verification & { is: 'checking' }) {
  const { done, total } = waiting ?? files
  const words = waiting
    ? `The server has checked ${done.toLocaleString('en')} of ${total.toLocaleString('en')} of its own files`
    : `Reading ${done.toLocaleString('en')} of ${total.toLocaleString('en')} files`
  return (
    <div className={styles['progress']}>
      <p>{words}</p>
      <ProgressBar name="Verify My Copy" value={(100 * done) / Math.max(total, 1)} />
    </div>
  )
}

type ActionsProps = {
  verification: Verification
  onClose: () => void
  onCancel: () => void
  onGet: (compared: Compared) => void
}

function Actions({ verification, onClose, onCancel, onGet }: ActionsProps) {
  if (verification.is === 'checking')
    return (
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    )
  if (verification.is !== 'compared')
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
        <Button look="primary" icon={<Download aria-hidden />} onClick={() => onGet(verification)}>
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

/** A list shows at most this many; its heading shows the count. */
const MOST_LISTED = 200

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)

type GroupProps = { title: string; about: string; items: readonly ReactNode[]; isOpen?: boolean }

function Group({ title, about, items, isOpen = false }: GroupProps) {
  if (items.length === 0) return null
  return (
    <details className={styles['group']} open={isOpen}>
      <summary>
        {title} <span className={styles['count']}>{items.length.toLocaleString('en')}</span>
      </summary>
      <p className={styles['about']}>{about}</p>
      <ul className={styles['names']}>
        {items.slice(0, MOST_LISTED).map((item, n) => (
          // oxlint-disable-next-line no-array-index-key -- a list that never changes
          <li key={n}>{item}</li>
        ))}
      </ul>
      {items.length > MOST_LISTED && <p className={styles['about']}>and {files(items.length - MOST_LISTED)} more</p>}
    </details>
  )
}

function summaryOf({ whole, renamed, changed, missing, unknown }: Comparison) {
  const [intact, damaged] = [whole.length + renamed.length, changed.length + missing.length]
  if (damaged + unknown.length > 0)
    return `${intact.toLocaleString('en')} of ${files(intact + damaged + unknown.length)} are unchanged.`
  if (intact === 0) return 'None of these files are from this gallery.'
  return intact === 1 ? 'Your file is unchanged.' : `All ${files(intact)} are unchanged.`
}

/** The result, most important findings first, announced to screen readers. */
function Report({ comparison, faults }: { comparison: Comparison; faults: readonly FaultyZip[] }) {
  const { changed, missing, notTaken, unknown, renamed, duplicates, foreign, unreadable } = comparison
  const isWhole = changed.length + missing.length + unknown.length + faults.length === 0 && comparison.whole.length > 0
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={styles['report']}>
      <p ref={summary} tabIndex={-1} className={styles['summary']}>
        {isWhole ? <CircleCheck aria-hidden className={styles['good']} /> : <CircleAlert aria-hidden />}
        {summaryOf(comparison)}
      </p>
      {faults.map(({ name, fault }) => (
        <p key={name} className={styles['fault']}>
          {name} {FAULTS[fault]}
        </p>
      ))}
      {notTaken.length > 0 && (
        <p className={styles['about']}>You have not downloaded {files(notTaken.length)} of this gallery.</p>
      )}
      <Group title="Missing" about="Not among your files." items={missing.map(({ name }) => name)} isOpen />
      <Group
        title="Changed"
        about="The name matches but the content differs: edited, or not saved completely."
        items={changed.map(({ path }) => path)}
        isOpen
      />
      <Group
        title="Cannot be compared"
        about="The gallery cannot read these files right now. Please try again later."
        items={unknown.map(({ name }) => name)}
      />
      <Group title="Unreadable" about="Your device could not open these." items={unreadable} />
      <Group
        title="Renamed"
        about="Complete, with another name."
        items={renamed.map(({ file, path }) => `${path}, delivered as ${file.name}`)}
      />
      <Group
        title="More than once"
        about="Complete, but contained twice."
        items={duplicates.map(({ file, path }) => `${path}, the same as ${file.name}`)}
      />
      <Group title="Others" about="Not from this gallery, in this size." items={foreign} />
    </div>
  )
}
