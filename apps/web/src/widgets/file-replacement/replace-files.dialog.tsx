import { FolderOpen, ImagePlus, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Photo, formatPhotoCount } from '../../domain/photos/photo.ts'
import { formatFileSize } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { MessageDialog } from '../../ui/overlay/form-dialog.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { Picture } from '../masonry/picture.tsx'
import { ACCEPTED_TYPES, sortFiles } from '../uploader/files/accepted-files.ts'
import { BlockedFilesDialog } from '../uploader/files/blocked-files.dialog.tsx'
import { canChooseFolder, FileButton } from '../uploader/files/drop-zone.tsx'
import { useFileDrop } from '../uploader/files/use-file-drop.ts'
import { useUploads } from '../uploader/queue/upload-queues.ts'
import { type Matches, matchFiles, type FilePair } from './match-files.ts'
import { describePair, replaceFiles, replacementQueue } from './replacement-queue.ts'
import styles from './file-replacement.module.css'

type Props = { photos: readonly Photo[]; onClose: () => void }

const CONSEQUENCES =
  'Positions, titles, tags, likes, picks and links do not change. The previous file is kept as an earlier version that you can restore.'

/** Replaces the file of one photo, or the files of several photos by matching their names. */
export function ReplaceFilesDialog({ photos, onClose }: Props) {
  const [matches, setMatches] = useState<Matches | null>(null)
  const [rejectedFiles, setRejectedFiles] = useState<readonly File[]>([])
  const [startedPairs, setStartedPairs] = useState<readonly FilePair[] | null>(null)
  const [onlyPhoto] = photos.length === 1 ? photos : []
  const startReplacement = (pairs: readonly FilePair[]) => {
    setStartedPairs(pairs)
    replaceFiles(pairs)
  }
  const assignFiles = (files: readonly File[]) => {
    const { accepted, rejected } = sortFiles(files)
    setRejectedFiles(rejected)
    const [file] = accepted
    if (!file) return
    if (onlyPhoto) startReplacement([{ photo: onlyPhoto, file }])
    else setMatches(matchFiles(photos, accepted))
  }
  const title = onlyPhoto ? 'Replace File' : 'Replace Files'
  const resetMatches = () => setMatches(null)
  return (
    <>
      {startedPairs ? (
        <ReplacementProgress title={title} pairs={startedPairs} photos={photos} onClose={onClose} />
      ) : matches ? (
        <ConfirmMatches
          title={title}
          matches={matches}
          onReplace={startReplacement}
          onReset={resetMatches}
          onClose={onClose}
        />
      ) : (
        <Modal title={title} onClose={onClose}>
          <ChooseFiles photos={photos} onFiles={assignFiles} />
        </Modal>
      )}
      {rejectedFiles.length > 0 && <BlockedFilesDialog files={rejectedFiles} onClose={() => setRejectedFiles([])} />}
    </>
  )
}

function ChooseFiles({ photos, onFiles }: { photos: readonly Photo[]; onFiles: (files: readonly File[]) => void }) {
  const root = useRef<HTMLDivElement>(null)
  const isDragOver = useFileDrop(onFiles, root)
  const [photo] = photos
  const isSinglePhoto = photos.length === 1
  return (
    <div ref={root} className={classNames('stack-4', isDragOver && styles['drag-over'])}>
      <p>
        {isSinglePhoto
          ? `Choose the file that replaces ${photo?.original_filename}.`
          : `Choose the retouched files of these ${formatPhotoCount(photos.length)}. Files are matched to photos by name, regardless of the file type: IMG_1.jpg replaces IMG_1.CR3.`}
      </p>
      <p className="muted">{CONSEQUENCES}</p>
      <div className={styles['choices']}>
        <FileButton
          appearance="primary"
          icon={<ImagePlus aria-hidden />}
          accept={ACCEPTED_TYPES}
          multiple={!isSinglePhoto}
          onFiles={onFiles}
        >
          {isSinglePhoto ? 'Choose File' : 'Choose Files'}
        </FileButton>
        {!isSinglePhoto && canChooseFolder && (
          <FileButton icon={<FolderOpen aria-hidden />} isForFolder onFiles={onFiles}>
            Choose Folder
          </FileButton>
        )}
      </div>
    </div>
  )
}

type ConfirmMatchesProps = {
  title: string
  matches: Matches
  onReplace: (pairs: readonly FilePair[]) => void
  onReset: () => void
  onClose: () => void
}

/** Shows the matches before the upload. The user must select suggested pairs. */
function ConfirmMatches({ title, matches, onReplace, onReset, onClose }: ConfirmMatchesProps) {
  const { matched, suggested, ambiguous, unmatched } = matches
  const [confirmedFiles, setConfirmedFiles] = useState<ReadonlySet<File>>(new Set())
  const toggle = (file: File) => {
    const next = new Set(confirmedFiles)
    if (!next.delete(file)) next.add(file)
    setConfirmedFiles(next)
  }
  const chosenPairs = [...matched, ...suggested.filter(({ file }) => confirmedFiles.has(file))]
  const actions = (
    <>
      <Button onClick={onReset}>Choose Other Files</Button>
      <Button appearance="primary" disabled={chosenPairs.length === 0} onClick={() => onReplace(chosenPairs)}>
        {chosenPairs.length === 1 ? 'Replace 1 File' : `Replace ${chosenPairs.length} Files`}
      </Button>
    </>
  )
  return (
    <Modal title={title} size="wide" onClose={onClose} actions={actions}>
      <div className="stack-4">
        {matched.length > 0 && (
          <section className="stack-2">
            <h3 className={styles['heading']}>Matched ({matched.length})</h3>
            <PairList name="Matched" pairs={matched} />
          </section>
        )}
        {suggested.length > 0 && (
          <section className="stack-2">
            <h3 className={styles['heading']}>Possible matches ({suggested.length})</h3>
            <PairList name="Possible matches" pairs={suggested}>
              {({ photo, file }) => (
                <Checkbox
                  label="Replace"
                  aria-label={`Replace ${photo.original_filename} with ${file.name}`}
                  checked={confirmedFiles.has(file)}
                  onChange={() => toggle(file)}
                />
              )}
            </PairList>
          </section>
        )}
        <UnassignedFiles files={ambiguous}>
          Ambiguous: several photos or files have this name ({ambiguous.length})
        </UnassignedFiles>
        <UnassignedFiles files={unmatched}>
          Not matched: no selected photo has this name ({unmatched.length})
        </UnassignedFiles>
      </div>
    </Modal>
  )
}

type ReplacementProgressProps = {
  title: string
  pairs: readonly FilePair[]
  photos: readonly Photo[]
  onClose: () => void
}

/** Shows the progress of the replacements. Closing the dialog does not stop the uploads. */
function ReplacementProgress({ title, pairs, photos, onClose }: ReplacementProgressProps) {
  const queue = replacementQueue()
  const { items, waitReason, failed } = useUploads(queue)
  const photosById = new Map(photos.map(photo => [photo.id, photo]))
  const currentPairs = pairs.map(({ photo, file }) => ({ photo: photosById.get(photo.id) ?? photo, file }))
  const stateOf = (pair: FilePair) => describePair(pair, [...items, ...failed])
  const isEverythingReplaced = currentPairs.every(pair => stateOf(pair).tone === 'good')
  return (
    <MessageDialog title={title} size={pairs.length > 1 ? 'wide' : 'normal'} onClose={onClose}>
      <div className="stack-4">
        {waitReason && <Notice tone="warning">{waitReason}</Notice>}
        <PairList name="Files being replaced" pairs={currentPairs}>
          {pair => {
            const { text, tone, itemId } = stateOf(pair)
            return (
              <>
                <span className={tone === 'plain' ? undefined : styles[tone]}>{text}</span>
                {itemId !== undefined && (
                  <IconButton name={`Try ${pair.file.name} again`} size="small" onClick={() => queue.retryFailed()}>
                    <RotateCcw aria-hidden />
                  </IconButton>
                )}
              </>
            )
          }}
        </PairList>
        <p className="muted">
          {isEverythingReplaced
            ? 'The previous file is kept as an earlier version.'
            : 'Photos do not change until their new files are processed.'}
        </p>
      </div>
    </MessageDialog>
  )
}

/** Returns name and size of the file. The name is left out if it equals the name of the photo. */
function describeFile({ photo, file }: FilePair): string {
  const size = formatFileSize(file.size)
  return file.name === photo.original_filename ? size : `${file.name}, ${size}`
}

/** A list of photos with their replacement files. */
function PairList(props: { name: string; pairs: readonly FilePair[]; children?: (pair: FilePair) => ReactNode }) {
  const { name, pairs, children } = props
  return (
    <ul aria-label={name} className="stack-2">
      {pairs.map(pair => (
        <li key={`${pair.photo.id} ${pair.file.name}`} className={styles['pair']}>
          <span className={styles['thumbnail']}>
            <Picture src={pair.photo.thumbnail_url} alt="" placeholder={pair.photo.placeholder} />
          </span>
          <div className="stack">
            <span className={styles['name']}>{pair.photo.original_filename}</span>
            <span className={styles['file']}>{describeFile(pair)}</span>
          </div>
          {children && <div className={styles['state']}>{children(pair)}</div>}
        </li>
      ))}
    </ul>
  )
}

/** A list of files that are assigned to no photo, with the reason as its heading. */
function UnassignedFiles({ files, children }: { files: readonly File[]; children: ReactNode }) {
  if (files.length === 0) return null
  return (
    <section className="stack-2">
      <h3 className={styles['heading']}>{children}</h3>
      <p className={classNames(styles['file'], styles['unmatched'])}>{files.map(({ name }) => name).join(', ')}</p>
    </section>
  )
}
