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
import { confirmAction } from '../../ui/overlay/overlay-store.ts'
import styles from './file-replacement.module.css'

type Props = { photo: Photo; onClose: () => void }

const DELETE_CONFIRMATION = {
  title: 'Delete the earlier version?',
  text: 'The earlier version will be deleted permanently. The current file does not change.',
  action: 'Delete',
  isDanger: true,
}

/** Shows the earlier version of a photo, which the user can restore, delete or download. */
export function EarlierVersionDialog({ photo, onClose }: Props) {
  const { data: earlierVersion, isError } = useCached(earlierVersionQuery(photo))
  const { isBusy, run } = useAction()
  const runAndClose = async (request: ReturnType<typeof restoreEarlierVersion>, successMessage: string) => {
    if ((await run(() => request, successMessage)) !== null) onClose()
  }
  const remove = async () => {
    if (await confirmAction(DELETE_CONFIRMATION))
      await runAndClose(deleteEarlierVersion(photo), 'Earlier version deleted.')
  }
  const actions = (
    <>
      <Button appearance="danger" disabled={isBusy} onClick={() => void remove()}>
        Delete
      </Button>
      <Button
        appearance="primary"
        disabled={isBusy}
        onClick={() => void runAndClose(restoreEarlierVersion(photo), 'Earlier version restored.')}
      >
        Restore
      </Button>
    </>
  )
  return (
    <Modal title="Earlier Version" onClose={onClose} actions={actions}>
      {earlierVersion ? (
        <EarlierVersionDetails earlierVersion={earlierVersion} />
      ) : isError ? (
        <FailureNote text="The earlier version could not be loaded." />
      ) : (
        <Spinner label="Loading…" />
      )}
    </Modal>
  )
}

function EarlierVersionDetails({ earlierVersion }: { earlierVersion: http.EarlierVersion }) {
  const { url, original_filename: name, original_format: format, size, width, height } = earlierVersion
  const details = [name, `${format}, ${formatBytes(size)}`, width && height ? `${width} × ${height}` : null]
  return (
    <div className="stack-4">
      {url ? (
        <img src={url} alt={`Earlier version of ${name}`} className={styles['earlier-version']} />
      ) : (
        <p className="muted">No preview available.</p>
      )}
      <p>{details.filter(detail => detail !== null).join(' · ')}</p>
      <p className="muted">
        Replaced {formatDateTime(earlierVersion.replaced_at)}. If you restore this version, the current file is kept as
        the earlier version.
      </p>
      <a href={earlierVersion.download_url} download={name} className={buttonClass({ appearance: 'quiet' })}>
        <Download aria-hidden />
        Download Earlier Version
      </a>
    </div>
  )
}
