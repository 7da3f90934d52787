import { FolderOpen, ImagePlus, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Photo, formatPhotoCount } from '../../domain/photos/photo.ts'
import { formatFileSize } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Modal } from '../../ui/overlay/modal.tsx'
import { Picture } from '../masonry/picture.tsx'
import { ACCEPT, sortFiles } from '../uploader/files/accepted-files.ts'
import { BlockedFilesDialog } from '../uploader/files/blocked-files.dialog.tsx'
import { canChooseFolder, FileButton } from '../uploader/files/drop-zone.tsx'
import { useFileDrop } from '../uploader/files/use-file-drop.ts'
import { useUploads } from '../uploader/queue/upload-queues.ts'
import { type Matches, matchFiles, type Pair } from './match-files.ts'
import { pairState, replaceFiles, replacementQueue } from './replacement-queue.ts'
import styles from './file-replacement.module.css'

type Props = { photos: readonly Photo[]; onClose: () => void }

const KEPT =
  'Positions, titles, tags, likes, picks and links do not change. The previous file is kept as an earlier version that you can restore.'

/** Replacement files for existing photos: one for one photo, or many that are matched by their names. */
export function ReplaceFilesDialog({ photos, onClose }: Props) {
  const [matches, setMatches] = useState<Matches | null>(null)
  const [blocked, setBlocked] = useState<readonly File[]>([])
  const [started, setStarted] = useState<readonly Pair[] | null>(null)
  const [only] = photos.length === 1 ? photos : []
  const begin = (pairs: readonly Pair[]) => {
    setStarted(pairs)
    replaceFiles(pairs)
  }
  const choose = (files: readonly File[]) => {
    const { accepted, rejected } = sortFiles(files)
    setBlocked(rejected)
    const [file] = accepted
    if (!file) return
    if (only) begin([{ photo: only, file }])
    else setMatches(matchFiles(photos, accepted))
  }
  const title = only ? 'Replace File' : 'Replace Files'
  const again = () => setMatches(null)
  return (
    <>
      {started ? (
        <Replacing title={title} pairs={started} photos={photos} onClose={onClose} />
      ) : matches ? (
        <Matched title={title} matches={matches} onReplace={begin} onAgain={again} onClose={onClose} />
      ) : (
        <Modal title={title} onClose={onClose}>
          <Choosing photos={photos} onFiles={choose} />
        </Modal>
      )}
      {blocked.length > 0 && <BlockedFilesDialog files={blocked} onClose={() => setBlocked([])} />}
    </>
  )
}

function Choosing({ photos, onFiles }: { photos: readonly Photo[]; onFiles: (files: readonly File[]) => void }) {
  const root = useRef<HTMLDivElement>(null)
  const isOver = useFileDrop(onFiles, root)
  const [photo] = photos
  const isOne = photos.length === 1
  return (
    <div ref={root} className={classNames(styles['dialog'], isOver && styles['over'])}>
      <p>
        {isOne
          ? `Choose the file that replaces ${photo?.original_filename}.`
          : `Choose the retouched files of these ${formatPhotoCount(photos.length)}: they are matched by name, regardless of their type. IMG_1.jpg replaces IMG_1.CR3.`}
      </p>
      <p className={styles['facts']}>{KEPT}</p>
      <div className={styles['choices']}>
        <FileButton look="primary" icon={<ImagePlus aria-hidden />} accept={ACCEPT} multiple={!isOne} onFiles={onFiles}>
          {isOne ? 'Choose File' : 'Choose Files'}
        </FileButton>
        {!isOne && canChooseFolder && (
          <FileButton icon={<FolderOpen aria-hidden />} isForFolder onFiles={onFiles}>
            Choose Folder
          </FileButton>
        )}
      </div>
    </div>
  )
}

type MatchedProps = {
  title: string
  matches: Matches
  onReplace: (pairs: readonly Pair[]) => void
  onAgain: () => void
  onClose: () => void
}

/** The matches before the upload. Suggestions require a tick. */
function Matched({ title, matches, onReplace, onAgain, onClose }: MatchedProps) {
  const { matched, suggested, ambiguous, unmatched } = matches
  const [ticked, setTicked] = useState<ReadonlySet<File>>(new Set())
  const toggle = (file: File) => {
    const next = new Set(ticked)
    if (!next.delete(file)) next.add(file)
    setTicked(next)
  }
  const chosen = [...matched, ...suggested.filter(({ file }) => ticked.has(file))]
  const actions = (
    <>
      <Button onClick={onAgain}>Choose Other Files</Button>
      <Button look="primary" disabled={chosen.length === 0} onClick={() => onReplace(chosen)}>
        {chosen.length === 1 ? 'Replace 1 File' : `Replace ${chosen.length} Files`}
      </Button>
    </>
  )
  return (
    <Modal title={title} size="wide" onClose={onClose} actions={actions}>
      <div className={styles['dialog']}>
        {matched.length > 0 && (
          <section className={styles['group']}>
            <h3 className={styles['heading']}>Matched ({matched.length})</h3>
            <PairList name="Matched" pairs={matched} />
          </section>
        )}
        {suggested.length > 0 && (
          <section className={styles['group']}>
            <h3 className={styles['heading']}>Possible matches ({suggested.length})</h3>
            <PairList name="Possible matches" pairs={suggested}>
              {({ photo, file }) => (
                <Checkbox
                  label="Replace"
                  aria-label={`Replace ${photo.original_filename} with ${file.name}`}
                  checked={ticked.has(file)}
                  onChange={() => toggle(file)}
                />
              )}
            </PairList>
          </section>
        )}
        <LooseFiles files={ambiguous}>
          Ambiguous: several photos or files have this name ({ambiguous.length})
        </LooseFiles>
        <LooseFiles files={unmatched}>Not matched: no photo here has this name ({unmatched.length})</LooseFiles>
      </div>
    </Modal>
  )
}

type ReplacingProps = { title: string; pairs: readonly Pair[]; photos: readonly Photo[]; onClose: () => void }

/** The progress. Closing the dialog does not stop the uploads. */
function Replacing({ title, pairs, photos, onClose }: ReplacingProps) {
  const queue = replacementQueue()
  const { items, waitReason, failed } = useUploads(queue)
  const now = new Map(photos.map(photo => [photo.id, photo]))
  const current = pairs.map(({ photo, file }) => ({ photo: now.get(photo.id) ?? photo, file }))
  const stateOf = (pair: Pair) => pairState(pair, [...items, ...failed])
  const isDone = current.every(pair => stateOf(pair).tone === 'good')
  const actions = (
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  )
  return (
    <Modal title={title} size={pairs.length > 1 ? 'wide' : 'normal'} onClose={onClose} actions={actions}>
      <div className={styles['dialog']}>
        {waitReason && <Notice tone="warning">{waitReason}</Notice>}
        <PairList name="Files being replaced" pairs={current}>
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
        <p className={styles['facts']}>
          {isDone
            ? 'The previous file is kept as an earlier version.'
            : 'Photos do not change until their new files are processed.'}
        </p>
      </div>
    </Modal>
  )
}

/** A name that both share is announced once. */
function aboutFile({ photo, file }: Pair): string {
  const size = formatFileSize(file.size)
  return file.name === photo.original_filename ? size : `${file.name}, ${size}`
}

/** Photos with their replacement files. */
function PairList(props: { name: string; pairs: readonly Pair[]; children?: (pair: Pair) => ReactNode }) {
  const { name, pairs, children } = props
  return (
    <ul aria-label={name} className={styles['pairs']}>
      {pairs.map(pair => (
        <li key={`${pair.photo.id} ${pair.file.name}`} className={styles['pair']}>
          <span className={styles['thumbnail']}>
            <Picture src={pair.photo.thumbnail_url} alt="" placeholder={pair.photo.placeholder} />
          </span>
          <div className={styles['names']}>
            <span className={styles['name']}>{pair.photo.original_filename}</span>
            <span className={styles['file']}>{aboutFile(pair)}</span>
          </div>
          {children && <div className={styles['state']}>{children(pair)}</div>}
        </li>
      ))}
    </ul>
  )
}

/** Files without a photo, and the reason. */
function LooseFiles({ files, children }: { files: readonly File[]; children: ReactNode }) {
  if (files.length === 0) return null
  return (
    <section className={styles['group']}>
      <h3 className={styles['heading']}>{children}</h3>
      <p className={classNames(styles['file'], styles['loose'])}>{files.map(({ name }) => name).join(', ')}</p>
    </section>
  )
}
