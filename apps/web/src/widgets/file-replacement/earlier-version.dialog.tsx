import type { http } from '@daymark/contracts'
import { formatBytes } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useCached } from '../../domain/cache/use-cached.ts'
import type { Photo } from '../../domain/photos/photo.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { Modal } from '../../ui/overlay/modal.tsx'
import { restoreEarlierVersion, earlierVersionQuery, deleteEarlierVersion } from './earlier-version.actions.ts'
import { confirmAction } from '../../ui/overlay/confirm.ts'
import styles from './file-replacement.module.css'

type Props = { photo: Photo; onClose: () => void }

const DELETE_CONFIRMATION = {
  title: 'Delete the earlier version?',
  text: 'It will be deleted permanently.',
  action: 'Delete',
  isDanger: true,
}

/** Shows the earlier version of a photo, which the user can restore, delete or download. */
export function EarlierVersionDialog({ photo, onClose }: Props) {
  const { data: earlier, isError } = useCached(earlierVersionQuery(photo))
  const { isBusy, run } = useAction()
  const finish = async (work: ReturnType<typeof restoreEarlierVersion>, done: string) => {
    if ((await run(() => work.then(outcome => ('done' in outcome ? { done: true } : outcome)), done)) !== null)
      onClose()
  }
  const remove = async () => {
    if (await confirmAction(DELETE_CONFIRMATION)) await finish(deleteEarlierVersion(photo), 'Earlier version deleted.')
  }
  const actions = (
    <>
      <Button look="danger" disabled={isBusy} onClick={() => void remove()}>
        Delete
      </Button>
      <Button
        look="primary"
        disabled={isBusy}
        onClick={() => void finish(restoreEarlierVersion(photo), 'Earlier version restored.')}
      >
        Restore
      </Button>
    </>
  )
  return (
    <Modal title="Earlier Version" onClose={onClose} actions={actions}>
      {earlier ? (
        <EarlierVersionDetails earlier={earlier} />
      ) : isError ? (
        <FailureNote text="The earlier version could not be loaded." />
      ) : (
        <Spinner label="Loading…" />
      )}
    </Modal>
  )
}

function EarlierVersionDetails({ earlier }: { earlier: http.EarlierVersion }) {
  const { url, original_filename: name, original_format: format, size, width, height } = earlier
  const facts = [name, `${format}, ${formatBytes(size)}`, width && height ? `${width} × ${height}` : null]
  return (
    <div className={styles['dialog']}>
      {url ? (
        <img src={url} alt={`Earlier version of ${name}`} className={styles['earlier']} />
      ) : (
        <p className={styles['facts']}>No preview available.</p>
      )}
      <p>{facts.filter(fact => fact !== null).join(' · ')}</p>
      <p className={styles['facts']}>
        Replaced {formatDateTime(earlier.replaced_at)}. Restoring it keeps the current file as the earlier version.
      </p>
      <a href={earlier.download_url} download={name} className={buttonClass({ look: 'quiet' })}>
        <Download aria-hidden />
        Download Earlier Version
      </a>
    </div>
  )
}
