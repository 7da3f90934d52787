import type { http } from '@daymark/contracts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { formatShortDateTime } from '../../lib/format/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FailureNote } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Modal } from '../../ui/overlay/modal.tsx'
import { completeShare, removeSubscriber, shareFirstLookQuery } from './complete.api.ts'
import styles from './share-link.module.css'

function describeEmails({ by_mail, waiting }: http.ShareFirstLook): string {
  if (!by_mail) return 'No emails are sent, because email is not set up.'
  if (waiting.length === 0) return 'No visitor left an address, so no emails are sent.'
  return waiting.length === 1 ? '1 email is sent:' : `${waiting.length} emails are sent, one to each address:`
}

type WaitingProps = { waiting: http.ShareFirstLook['waiting']; onRemove: (id: string) => void }

function WaitingList({ waiting, onRemove }: WaitingProps) {
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Email addresses to notify" className={styles['waiting']}>
      {waiting.map(({ id, email, created_at }) => (
        <li key={id}>
          <span className={styles['email']}>{email}</span>
          <span className={styles['since']}>{formatShortDateTime(created_at)}</span>
          <IconButton name={`Remove ${email}`} size="small" onClick={() => onRemove(id)}>
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Asks for confirmation before the gallery is marked as complete, because the emails to visitors cannot be undone. */
export function CompleteDialog({ share, onClose }: { share: http.Share; onClose: () => void }) {
  const { data: found } = useCached(shareFirstLookQuery(share))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: ReturnType<typeof completeShare>, onDone?: (message: string) => void) => {
    setIsBusy(true)
    const answer = await work
    setIsBusy(false)
    setProblem('problem' in answer ? answer.problem : null)
    if ('done' in answer) onDone?.(answer.done)
  }
  const complete = () =>
    void run(completeShare(share), message => {
      showToast(message)
      onClose()
    })
  const actions = (
    <>
      <FailureNote text={problem} />
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" disabled={isBusy || !found} onClick={complete}>
        Mark as Complete
      </Button>
    </>
  )
  return (
    <Modal title="Mark the gallery as complete?" onClose={onClose} actions={actions}>
      <div className={styles['about']}>
        <p>The gallery no longer announces more photos. {found && describeEmails(found)}</p>
        {found?.by_mail && (
          <WaitingList waiting={found.waiting} onRemove={id => void run(removeSubscriber(share, id))} />
        )}
      </div>
    </Modal>
  )
}
